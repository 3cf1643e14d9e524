import {createHash} from "node:crypto";
import {existsSync, readdirSync, readFileSync, writeFileSync} from "node:fs";
import {gunzipSync} from "node:zlib";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {readConfig} from "../../loaders/config/schema.js";
import type {WithStore} from "../../loaders/jobs/access.js";
import {hashBody, type Received} from "../../loaders/jobs/booking.js";
import {type Books, type CommitOptions, openBooks} from "../../loaders/jobs/books.js";
import {emptyReport, type LoadReport} from "../../loaders/jobs/report.js";
import {bookResponses} from "../../loaders/store/book.js";
import {finishLoad, startLoad} from "../../loaders/store/loads.js";
import {updateOf} from "../helpers/service.js";
import {booking, makeStore, type TestStore} from "../helpers/store.js";

let test: TestStore;
let report: LoadReport;
let books: Books;

beforeEach(async () => {
  test = await makeStore();
  books = await open();
});

afterEach(() => test.remove());

async function open(
  store: object = {},
  withStore: WithStore = (work) => work(test.store),
  commit?: CommitOptions
): Promise<Books> {
  const settings = {...readConfig({store}), baseUrl: null, token: null, storePath: test.path, snapshotPath: ""};
  report = emptyReport(await startLoad(test.store, "test", null), "test");
  return openBooks(settings, withStore, report, commit);
}

function received(body: string, more: Partial<Received> = {}): Received {
  const at = new Date("2026-05-12T14:00:00Z");
  return {
    endpoint: "latest_price",
    baseUrl: "http://127.0.0.1",
    request: {priceFeedIds: [1]},
    requestedAt: at,
    receivedAt: new Date(at.getTime() + 7),
    latencyMs: 7,
    httpStatus: 200,
    body,
    ...more
  };
}

// As DuckDB does on a disk that gets full: see the test of a full disk.
function failingAfterCommit(connection: TestStore["store"]["connection"]): TestStore["store"]["connection"] {
  return new Proxy(connection, {
    get(target, name: keyof typeof connection) {
      if (name !== "run") return typeof target[name] === "function" ? target[name].bind(target) : target[name];
      return async (sql: string, ...more: []) => {
        const result = await target.run(sql, ...more);
        if (sql === "COMMIT") throw new Error("COMMIT succeeded and is durable, but the autocheckpoint failed");
        return result;
      };
    }
  });
}

const entriesOf = (n: number) => updateOf(Array.from({length: n}, (_, id) => id));

async function held(): Promise<unknown> {
  const [row] = await test.records(
    "SELECT (SELECT count(*) FROM responses) AS responses, (SELECT count(*) FROM feed_updates) AS rows"
  );
  return row;
}

describe("openBooks(settings, withStore, report).add(received)", () => {
  it("leaves nothing behind where a commit that began by itself, behind a long one, fails", async () => {
    let commits = 0;
    const withStore: WithStore = async (work) => {
      commits += 1;
      if (commits === 1) await new Promise((resolve) => setTimeout(resolve, 300));
      if (commits === 2) throw new Error("store in use");
      return work(test.store);
    };
    books = await open({}, withStore, {entries: 5, ms: 50});
    await books.add(received(entriesOf(5)));
    await books.add(received(entriesOf(1)));
    await new Promise((resolve) => setTimeout(resolve, 150));
    await books.add(received(entriesOf(2))).catch(() => {});
    await books.flush();
    expect([await held(), report.responses, books.waitingBytes()]).toEqual([{responses: 3, rows: 8}, 3, 0]);
  });

  it("keeps nothing until flush, and then each once", async () => {
    await books.add(received(updateOf([1, 2])));
    expect(await held()).toEqual({responses: 0, rows: 0});
    expect(report.responses).toBe(0);
    await books.flush();
    await books.flush();
    expect(await held()).toEqual({responses: 1, rows: 2});
    expect(report).toMatchObject({responses: 1, entries: 2, rows: 2, rejected: 0, coercions: 0});
  });

  it("commits by itself at so many entries and responses, counted anew after each commit, while it reads on", async () => {
    books = await open({}, undefined, {entries: 1000});
    for (const n of [1, 2]) {
      await books.add(received(entriesOf(998)));
      expect(report.rows).toBe(998 * (n - 1));
      await books.add(received("Unknown feed: 1", {httpStatus: 403}));
      await expect.poll(() => report, {timeout: 20_000}).toMatchObject({rows: 998 * n, responses: 2 * n});
    }
    expect(await held()).toEqual({responses: 4, rows: 2 * 998});
  });

  it("commits by itself after a while", async () => {
    books = await open({}, undefined, {ms: 50});
    await books.add(received(updateOf([1])));
    expect(report.rows).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 60));
    await books.add(received(updateOf([1])));
    await expect.poll(() => report.rows, {timeout: 20_000}).toBe(2);
  });

  it("commits one batch at a time", async () => {
    let [running, most] = [0, 0];
    const slowly: WithStore = async (work) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
      return work(test.store);
    };
    books = await open({}, slowly, {entries: 10});
    for (const _ of "12345") await books.add(received(entriesOf(10)));
    await books.flush();
    expect(most).toBe(1);
    expect(await held()).toEqual({responses: 5, rows: 50});
  });

  it("commits after a while also where nothing more comes", async () => {
    books = await open({}, undefined, {ms: 50});
    await books.add(received(updateOf([1])));
    await expect.poll(() => report.rows, {timeout: 20_000}).toBe(1);
  });

  it("tells of a commit that failed, and takes its responses along with the next", async () => {
    let broken = true;
    const withStore: WithStore = async (work) => {
      if (broken) throw new Error("no space left on device");
      return work(test.store);
    };
    books = await open({}, withStore, {entries: 2});
    await books.add(received(updateOf([1])));
    await expect(books.add(received(updateOf([2])))).rejects.toThrow("no space left on device");
    broken = false;
    await books.add(received(updateOf([3])));
    await books.flush();
    expect(await held()).toEqual({responses: 3, rows: 3});
    expect(report).toMatchObject({responses: 3, rows: 3});
  });

  it("books nothing twice where the store fails after the commit", async () => {
    let broken = true;
    const withStore: WithStore = async (work) => {
      const result = await work(test.store);
      if (broken) throw new Error("cannot close");
      return result;
    };
    books = await open({}, withStore);
    await books.add(received(updateOf([1])));
    await expect(books.flush()).rejects.toThrow("cannot close");
    expect(report).toMatchObject({responses: 1, rows: 1});
    broken = false;
    await books.add(received(updateOf([2])));
    await books.flush();
    expect(await held()).toEqual({responses: 2, rows: 2});
  });

  it("books nothing twice where a commit is told as failed and is in the store all the same", async () => {
    let broken = true;
    const withStore: WithStore = (work) =>
      work(broken ? {...test.store, connection: failingAfterCommit(test.store.connection)} : test.store);
    books = await open({}, withStore);
    await books.add(received(updateOf([1])));
    await expect(books.flush()).rejects.toThrow("the autocheckpoint failed");
    expect(await held()).toEqual({responses: 1, rows: 1});
    broken = false;
    await books.add(received(updateOf([2, 3])));
    await books.flush();
    expect(await held()).toEqual({responses: 2, rows: 3});
    expect(report).toMatchObject({responses: 2, rows: 3});
    expect(books.waitingBytes()).toBe(0);
  });

  it("keeps what a response was: times, size in bytes, hash, request", async () => {
    const body = `${updateOf([1]).slice(0, -1)}, "note": "é😀"}`;
    await books.add(received(body));
    await books.flush();
    const digest = createHash("sha256").update(body).digest("hex");
    expect(hashBody(body)).toBe(digest);
    expect(
      await test.records(
        "SELECT loadId::VARCHAR AS loadId, requestedAt, receivedAt, latencyMs, bodyBytes, bodyHash, request FROM responses"
      )
    ).toEqual([
      {
        loadId: report.loadId,
        requestedAt: "2026-05-12T14:00:00Z",
        receivedAt: "2026-05-12T14:00:00.007Z",
        latencyMs: 7,
        bodyBytes: Buffer.byteLength(body),
        bodyHash: digest,
        request: '{"priceFeedIds":[1]}'
      }
    ]);
  });

  it("counts rows, rejects and coercions as the store does", async () => {
    await books.add(
      received('{"parsed":{"priceFeeds":[{"priceFeedId":1,"price":"x","exponent":[]},{"priceFeedId":-1},null]}}')
    );
    await books.flush();
    expect(report).toMatchObject({entries: 3, rows: 1, rejected: 2, coercions: 2});
    const counts = "SELECT entries, rows, rejected, (SELECT count(*) FROM coercions) AS coercions FROM responses";
    expect(await test.records(counts)).toEqual([{entries: 3, rows: 1, rejected: 2, coercions: 2}]);
  });

  it("books a refusal without entries, whatever its text", async () => {
    await books.add(received(updateOf([1]), {httpStatus: 403}));
    await books.flush();
    expect(await test.records("SELECT httpStatus, entries, missingFeeds FROM responses")).toEqual([
      {httpStatus: 403, entries: 0, missingFeeds: null}
    ]);
    expect(report).toMatchObject({responses: 1, entries: 0, problems: [], nothingThere: 0});
  });

  it("books a 200 that is no update body without entries, as a problem", async () => {
    await books.add(received("<html>"));
    await books.flush();
    expect(await test.records("SELECT httpStatus, entries, bodyBytes FROM responses")).toEqual([
      {httpStatus: 200, entries: 0, bodyBytes: 6}
    ]);
    expect(report.problems).toEqual([expect.stringMatching(/^latest_price: body is no JSON .*"<html>"$/)]);
  });

  it.each([
    ["<html>502", "body is no JSON (Unexpected token '<')"],
    ["", "body is empty"],
    ['{"evm":{}}', "body has no parsed object"],
    ['{"parsed":{"priceFeeds":{}}}', "body has no array at parsed.priceFeeds"],
    ["\u0000\u001b[31m😀", /^body is no JSON/]
  ])("keeps the start of a 200 that is no update body, and why: %j", async (body, problem) => {
    await books.add(received(body));
    await books.add(received(updateOf([1])));
    await books.add(received("Unknown feed: 2", {httpStatus: 403}));
    await books.flush();
    const failed = "SELECT problem, start, bodyBytes FROM failed_responses JOIN responses USING (responseId)";
    const why = typeof problem === "string" ? problem : expect.stringMatching(problem);
    expect(await test.records(failed)).toEqual([{problem: why, start: body, bodyBytes: Buffer.byteLength(body)}]);
  });

  it("keeps no more than the first thousand characters of it", async () => {
    await books.add(received("x".repeat(5000)));
    await books.flush();
    expect(await test.records("SELECT start FROM failed_responses")).toEqual([{start: "x".repeat(1000)}]);
  });

  it("commits by itself at so many bytes", async () => {
    books = await open({}, undefined, {entries: 100});
    await books.add(received(`{"parsed":{"priceFeeds":[{"priceFeedId":1,"note":"${"x".repeat(100_000)}"}]}}`));
    await expect.poll(() => report.rows, {timeout: 20_000}).toBe(1);
  });

  it("counts the feeds that were asked for and did not come", async () => {
    await books.add(received(updateOf([2]), {asked: [1, 2, 3]}));
    await books.add(received(updateOf([2, 3]), {asked: [1, 2, 3]}));
    await books.add(received(updateOf([2]), {asked: [2]}));
    await books.flush();
    expect(report.missingFeeds).toEqual({1: 2, 3: 1});
    expect(report).toMatchObject({asked: 7, received: 4, missing: 3});
    const missing = "SELECT missingFeeds FROM responses ORDER BY missingFeeds";
    expect((await test.records(missing)).map((row) => row.missingFeeds)).toEqual(["[1,3]", "[1]", "[]"]);
  });

  it("counts a feed whose entry was rejected as one that did not come", async () => {
    await books.add(received('{"parsed":{"priceFeeds":[{"priceFeedId":1},{"priceFeedId":"two"}]}}', {asked: [1, 2]}));
    await books.flush();
    expect(report.missingFeeds).toEqual({2: 1});
    expect(report).toMatchObject({asked: 2, received: 1, missing: 1, rejected: 1});
  });

  it("counts feeds that were asked for by symbol, though an answer names ids only", async () => {
    await books.add(received(updateOf([2]), {asked: ["A", "B"]}));
    await books.flush();
    expect(report).toMatchObject({asked: 2, received: 1, missing: 1, missingFeeds: {}});
    expect(await test.records("SELECT missingFeeds FROM responses")).toEqual([{missingFeeds: null}]);
  });

  it("takes what is no update body as no word on any feed", async () => {
    await books.add(received("<html>", {asked: [1, 2]}));
    await books.flush();
    expect(report).toMatchObject({asked: 2, received: 0, missing: 2, missingFeeds: {}});
    expect(await test.records("SELECT missingFeeds FROM responses")).toEqual([{missingFeeds: null}]);
  });

  it("counts 404 as nothing there, for all feeds that were asked for", async () => {
    await books.add(received("nothing", {endpoint: "price", httpStatus: 404, asked: [1, 2]}));
    await books.flush();
    expect(report).toMatchObject({nothingThere: 1, problems: [], responses: 1, asked: 2, received: 0, missing: 2});
    expect(report.missingFeeds).toEqual({});
  });

  it("reads timestamps in the unit of the settings", async () => {
    const settings = {...readConfig({rows: {timestampUnit: "ms"}}), baseUrl: null, token: null, snapshotPath: ""};
    books = openBooks({...settings, storePath: test.path}, (work) => work(test.store), report);
    await books.add(received('{"parsed":{"priceFeeds":[{"priceFeedId":1,"feedUpdateTimestamp":86400000}]}}'));
    await books.flush();
    expect(await test.records("SELECT feedUpdateTimestamp AS at FROM feed_updates")).toEqual([
      {at: "1970-01-02T00:00:00Z"}
    ]);
  });
});

describe("openBooks({store: {keepBodies}}, …)", () => {
  const odd =
    '{ "parsed" :\t{"priceFeeds":[ {"priceFeedId":1.0,"price":"080","exponent":-2E0,"confidence":1.50 } ]} ,"leEcdsa":{"data":"é"}}\r\n';
  const folder = () => test.path.replace(".duckdb", ".bodies");

  it("keeps bodies byte for byte, under their response's id", async () => {
    books = await open({keepBodies: true});
    await books.add(received(odd));
    await books.flush();
    const [row] = await test.records("SELECT responseId::VARCHAR AS id, rows FROM responses");
    expect(row?.rows).toBe(1);
    expect(readdirSync(folder())).toEqual([`${row?.id}.json.gz`, "unfinished"]);
    expect(gunzipSync(readFileSync(`${folder()}/${row?.id}.json.gz`))).toEqual(Buffer.from(odd));
  });

  it("keeps them before the store is opened, and once, however often the commit is tried", async () => {
    let tries = 0;
    const files: string[][] = [];
    books = await open({keepBodies: true}, async (work) => {
      files.push(readdirSync(folder()).filter((name) => name.endsWith(".gz")));
      for (const name of files[0] ?? []) writeFileSync(`${folder()}/${name}`, "as it is"); // seen below
      if (++tries === 1) throw new Error("store is in use");
      return work(test.store);
    });
    await books.add(received(odd));
    await expect(books.flush()).rejects.toThrow("store is in use");
    await books.flush();
    const [row] = await test.records("SELECT responseId::VARCHAR AS id FROM responses");
    expect(files).toEqual([[`${row?.id}.json.gz`], [`${row?.id}.json.gz`]]);
    expect(readFileSync(`${folder()}/${row?.id}.json.gz`, "utf8")).toBe("as it is");
  });

  it("keeps none of refusals, of bodies without entries and of what is no update", async () => {
    books = await open({keepBodies: true});
    await books.add(received("Unknown feed: 1", {httpStatus: 403}));
    await books.add(received('{"parsed":{"priceFeeds":[]}}'));
    await books.add(received("<html>"));
    await books.flush();
    expect(await held()).toEqual({responses: 3, rows: 0});
    expect(existsSync(folder())).toBe(false);
  });

  it("keeps none unless told to", async () => {
    await books.add(received(odd));
    await books.flush();
    expect(existsSync(folder())).toBe(false);
  });
});

describe("openBooks(settings, withStore, report).flush()", () => {
  it("keeps what could not be committed for the next time, and doubles nothing", async () => {
    let locked = true;
    books = await open({}, (work) => {
      if (locked) throw new Error("store is in use");
      return work(test.store);
    });
    await books.add(received(updateOf([1])));
    await expect(books.flush()).rejects.toThrow("store is in use");
    expect([report.responses, await held()]).toEqual([0, {responses: 0, rows: 0}]);
    locked = false;
    await books.add(received(updateOf([2])));
    await books.flush();
    await books.flush();
    expect([report.responses, await held()]).toEqual([2, {responses: 2, rows: 2}]);
  });

  it("refuses to mix at every commit, as another load may have come between", async () => {
    await books.add(received(updateOf([1]), {simulated: true}));
    await books.flush();
    await test.store.connection.run("DELETE FROM responses; DELETE FROM feed_updates");
    const other = await startLoad(test.store, "other", false);
    await bookResponses(test.store, [booking(other, updateOf([3]))]);
    await books.add(received(updateOf([2]), {simulated: true}));
    await expect(books.flush()).rejects.toThrow(/holds real rows, and this load would add simulated ones/);
    expect(await test.records("SELECT priceFeedId FROM feed_updates")).toEqual([{priceFeedId: 3}]);
  });

  it.each([true, false])("marks the load as the service says of itself: simulated %j", async (simulated) => {
    await books.add(received(updateOf([1]), {simulated}));
    await books.add(received(updateOf([1]), {simulated: !simulated}));
    await books.flush();
    expect(report.simulated).toBe(simulated);
    expect(await test.records("SELECT sandbox FROM loads")).toEqual([{sandbox: simulated}]);
  });

  it("does what the report says where a body does not tell, and says real where nobody does", async () => {
    report.simulated = true;
    await books.add(received(updateOf([1])));
    await books.flush();
    expect(await test.records("SELECT sandbox FROM loads")).toEqual([{sandbox: true}]);
    await finishLoad(test.store, report.loadId, "done");
    await test.store.connection.run("DELETE FROM responses; DELETE FROM loads");
    books = await open();
    await books.add(received(updateOf([1])));
    await books.flush();
    expect(report.simulated).toBe(false);
  });
});

describe("openBooks(settings, withStore, report).addFeeds(catalogue)", () => {
  const feed = {
    priceFeedId: 1,
    symbol: "Crypto.BTC/USD",
    name: null,
    description: null,
    assetType: "crypto",
    exponent: -8,
    minChannel: "real_time",
    state: "stable",
    fundingIntervalHours: null
  };
  const symbols = () => test.records("SELECT symbol FROM feeds");

  it("keeps the feeds with the next responses, and none without", async () => {
    books.addFeeds([feed]);
    await books.flush();
    expect(await symbols()).toEqual([]);
    await books.add(received(updateOf([1])));
    await books.flush();
    expect(await symbols()).toEqual([{symbol: "Crypto.BTC/USD"}]);
  });

  it("keeps them once: what another load says later stands", async () => {
    books.addFeeds([feed]);
    await books.add(received(updateOf([1])));
    await books.flush();
    await test.store.connection.run("UPDATE feeds SET symbol = 'renamed'");
    await books.add(received(updateOf([1])));
    await books.flush();
    expect(await symbols()).toEqual([{symbol: "renamed"}]);
  });
});
