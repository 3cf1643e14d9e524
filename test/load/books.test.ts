import {createHash} from "node:crypto";
import {beforeEach, describe, expect, it} from "vitest";
import type {Books} from "../../loaders/load/books.js";
import type {LoadReport} from "../../loaders/load/report.js";
import type {WithStore} from "../../loaders/store/access.js";
import {coercedAfter} from "../../loaders/store/replay.js";
import {eachStore} from "../helpers/each-store.js";
import {updateOf} from "../helpers/service.js";
import {type Bookkeeping, entriesOf, held, keepBooks, received} from "./bookkeeping.js";

const test = eachStore();
let report: LoadReport;
let books: Books;

const open = async (bookkeeping: Bookkeeping = {}) => {
  ({books, report} = await keepBooks(test, bookkeeping));
};
const book = async (...answers: ReturnType<typeof received>[]) => {
  for (const answer of answers) await books.add(answer);
  await books.flush();
};

beforeEach(async () => {
  await open();
});

describe("add(answer) of a response", () => {
  it("books its times, size in bytes, hash and request", async () => {
    const body = `${updateOf([1]).slice(0, -1)}, "note": "é😀"}`;
    await book(received(body));
    const columns = "loadId::VARCHAR AS loadId, requestedAt, receivedAt, latencyMs, bodyBytes, bodyHash, request";
    expect(await test.records(`SELECT ${columns} FROM responses`)).toEqual([
      {
        loadId: report.loadId,
        ...{requestedAt: "2026-05-12T14:00:00Z", receivedAt: "2026-05-12T14:00:00.007Z", latencyMs: 7},
        bodyBytes: Buffer.byteLength(body),
        bodyHash: createHash("sha256").update(body).digest("hex"),
        request: '{"priceFeedIds":[1]}'
      }
    ]);
  });

  it("dates rows without a readable time by their receipt, and reports them", async () => {
    await book(
      received('{"parsed":{"timestampUs":"soon","priceFeeds":[{"priceFeedId":1}]}}'),
      received('{"parsed":{"priceFeeds":[{"priceFeedId":1}]}}')
    );
    expect(report).toMatchObject({entries: 2, rows: 2, coercions: 0, undated: 2});
    const kept =
      "SELECT priceFeedId, columnName, value, publishedAt = receivedAt AS asReceived FROM coercions JOIN responses USING (responseId)";
    expect(await test.records(kept)).toEqual([
      {priceFeedId: 1, columnName: "publishedAt", value: '"soon"', asReceived: true}
    ]);
    expect(await coercedAfter(test.store, null)).toEqual([]);
  });

  it("keeps the start of each 200 that is not an update, with the problem", async () => {
    const failures: [string, unknown][] = [
      ["<html>502", "body is no JSON (unexpected token '<', \"<html>502\")"],
      ['{"evm":{}}', "body has no parsed object, only signed data: ask for parsed"],
      ['{"parsed":{"priceFeeds":{}}}', "body has no array at parsed.priceFeeds"],
      ["x".repeat(5000), expect.stringMatching(/^body is no JSON/)]
    ];
    await book(...failures.map(([body]) => received(body)), received(updateOf([1])));
    const failed = "SELECT problem, start, bodyBytes FROM failed_responses JOIN responses USING (responseId)";
    expect(await test.records(`${failed} ORDER BY responses.rowid`)).toEqual(
      failures.map(([body, problem]) => ({problem, start: body.slice(0, 1000), bodyBytes: Buffer.byteLength(body)}))
    );
    expect(report.problems).toHaveLength(4);
  });

  it("counts requested feeds that are missing or rejected", async () => {
    await book(
      received(updateOf([2]), {asked: [1, 2, 3]}),
      received(updateOf([2, 3]), {asked: [1, 2, 3]}),
      received('{"parsed":{"priceFeeds":[{"priceFeedId":1},{"priceFeedId":"two"}]}}', {asked: [1, 2]})
    );
    expect(report).toMatchObject({asked: 8, received: 4, missing: 4, rejected: 1, missingFeeds: {1: 2, 2: 1, 3: 1}});
    const missing = await test.records("SELECT missingFeeds FROM responses ORDER BY rowid");
    expect(missing.map((row) => row.missingFeeds)).toEqual(["[1,3]", "[1]", "[2]"]);
  });

  it.each([[[1, 2]], [["A", "B"]]])("keeps and counts unrequested feeds of a request for %j", async (asked) => {
    await book(received(updateOf([1, 2, 8, 9]), {asked}), received(updateOf([1, 2, 9]), {asked}));
    expect(report).toMatchObject({asked: 4, received: 4, rows: 7, problems: [], unaskedFeeds: {8: 1, 9: 2}});
  });
});

describe("commits", () => {
  it("come with flush, each response once", async () => {
    await books.add(received(updateOf([1, 2])));
    expect([await held(test), report.responses]).toEqual([{responses: 0, rows: 0}, 0]);
    await books.flush();
    await books.flush();
    expect(await held(test)).toEqual({responses: 1, rows: 2});
    expect(report).toMatchObject({responses: 1, entries: 2, rows: 2, rejected: 0, coercions: 0});
  });

  it("come by themselves at a number of entries, counted anew after each", async () => {
    await open({commit: {entries: 1000}});
    for (const n of [1, 2]) {
      await books.add(received(entriesOf(998)));
      expect(report.rows).toBe(998 * (n - 1));
      await books.add(received("Unknown feed: 1", {httpStatus: 403}));
      await expect.poll(() => report, {timeout: 20_000}).toMatchObject({rows: 998 * n, responses: 2 * n});
    }
  });

  it.each<[string, object, string]>([
    ["a number of bytes", {entries: 100}, `{"parsed":{"priceFeeds":[{"priceFeedId":1,"x":"${"x".repeat(100_000)}"}]}}`],
    ["a time", {ms: 50}, updateOf([1])]
  ])("come by themselves after %s", async (_, commit, body) => {
    await open({commit});
    await books.add(received(body));
    await expect.poll(() => report.rows, {timeout: 20_000}).toBe(1);
  });

  it("that fail are reported to the next response, and tried again with it", async () => {
    let broken = true;
    const withStore: WithStore = async (work) => {
      if (broken) throw new Error("no space left on device");
      return work(test.store);
    };
    await open({withStore, commit: {entries: 2}});
    await books.add(received(updateOf([1])));
    await expect(books.add(received(updateOf([2])))).rejects.toThrow("no space left on device");
    broken = false;
    await book(received(updateOf([3])));
    expect(report).toMatchObject({responses: 3, rows: 3});
    expect(await held(test)).toEqual({responses: 3, rows: 3});
  });

  it("book nothing twice when COMMIT reports a failure after it succeeded", async () => {
    let broken = true;
    const {connection} = test.store;
    const failing = new Proxy(connection, {
      get(target, name: keyof typeof connection) {
        if (name !== "run") return typeof target[name] === "function" ? target[name].bind(target) : target[name];
        return async (sql: string, ...more: []) => {
          const result = await target.run(sql, ...more);
          if (sql === "COMMIT") throw new Error("the autocheckpoint failed"); // as DuckDB does on a full disk
          return result;
        };
      }
    });
    await open({withStore: (work) => work(broken ? {...test.store, connection: failing} : test.store)});
    await expect(book(received(updateOf([1])))).rejects.toThrow("the autocheckpoint failed");
    expect(await held(test)).toEqual({responses: 1, rows: 1});
    broken = false;
    await book(received(updateOf([2, 3])));
    expect(report).toMatchObject({responses: 2, rows: 3});
    expect([await held(test), books.waitingBytes()]).toEqual([{responses: 2, rows: 3}, 0]);
  });

  it.each([
    [[true, false], null, true],
    [[undefined], true, true],
    [[undefined], null, false]
  ])("mark a load whose responses say simulated = %j as %j by default: %j", async (said, byDefault, expected) => {
    report.simulated = byDefault;
    await book(...said.map((simulated) => received(updateOf([1]), simulated === undefined ? {} : {simulated})));
    expect(report.simulated).toBe(expected);
    expect(await test.records("SELECT sandbox FROM loads")).toEqual([{sandbox: expected}]);
  });
});
