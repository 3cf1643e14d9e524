import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {type RejectsOverview, rejectsOverview} from "../../loaders/inspect/rejects.js";
import {appendRecords} from "../../loaders/store/append.js";
import {bookResponses} from "../../loaders/store/book.js";
import {startLoad} from "../../loaders/store/loads.js";
import {rejectedEntries} from "../../loaders/store/tables.js";
import {booking, makeStore, type TestStore} from "../helpers/store.js";

let test: TestStore;

beforeEach(async () => {
  test = await makeStore();
});

afterEach(() => test.remove());

const at = (second: number) => `2026-05-12T14:00:0${second}Z`;

const nameFeed7 = () =>
  test.store.connection.run(
    "INSERT INTO feeds BY NAME SELECT 7 AS priceFeedId, 'Crypto.X/USD' AS symbol, now() AS updatedAt"
  );

const overview = async (kind: keyof RejectsOverview) => (await rejectsOverview(test.store))[kind];

async function book(second: number, ...entries: unknown[]): Promise<void> {
  const made = booking(await startLoad(test.store, "test", false), JSON.stringify({parsed: {priceFeeds: entries}}));
  await bookResponses(test.store, [{...made, receivedAt: new Date(Date.UTC(2026, 4, 12, 14, 0, second))}]);
}

describe("rejectsOverview(store).rejects", () => {
  it("counts entries by reason, with feeds, times and the newest as an example, most frequent first", async () => {
    await nameFeed7();
    await book(2, {priceFeedId: -1}, {priceFeedId: 1});
    await book(3, {priceFeedId: -7});
    await book(1, null, {priceFeedId: -9}, {priceFeedId: 1.5});
    const none = {loads: 1, firstReceivedAt: at(1), lastReceivedAt: at(1)};
    expect(await overview("rejects")).toEqual([
      {
        reason: "priceFeedId is negative",
        count: 3,
        firstReceivedAt: at(1),
        lastReceivedAt: at(3),
        loads: 3,
        example: '{"priceFeedId":-7}',
        feeds: null
      },
      {...none, reason: "entry is not an object", count: 1, example: "null", feeds: null},
      {...none, reason: "priceFeedId is fractional", count: 1, example: '{"priceFeedId":1.5}', feeds: null}
    ]);
  });

  it("names the feed where an entry has the id of one", async () => {
    await nameFeed7();
    await book(1, null, null);
    await test.store.connection.run(`UPDATE rejected_entries SET entry = '{"priceFeedId":"7"}' WHERE entryIndex = 1`);
    expect(await overview("rejects")).toMatchObject([{count: 2, feeds: "Crypto.X/USD (7)"}]);
  });

  it("reads a store whose entries DuckDB can not read", async () => {
    await book(1, null);
    const [{responseId} = {}] = await test.records("SELECT responseId FROM responses");
    await test.store.connection.run("DELETE FROM rejected_entries");
    const record = {responseId: String(responseId), entryIndex: 0, reason: "x", entry: '"\\ud800"'}; // as older versions did
    await appendRecords(test.store.connection, rejectedEntries, [record]);
    expect(await overview("rejects")).toMatchObject([{example: '"\\ud800"'}]);
  });
});

describe("rejectsOverview(store).coercions", () => {
  it("counts values by column, with feeds, times and an example, most frequent first", async () => {
    await book(
      1,
      {priceFeedId: 1, price: "x", exponent: []},
      {priceFeedId: 2, price: "y"},
      {priceFeedId: 2, price: "z"},
      {priceFeedId: 3, price: "z"},
      {priceFeedId: 4, price: "z"}
    );
    const times = {firstReceivedAt: at(1), lastReceivedAt: at(1), loads: 1};
    expect(await overview("coercions")).toEqual([
      {...times, columnName: "price", count: 5, feeds: "1, 2, 3 and 1 more", example: '"z"'},
      {...times, columnName: "exponent", count: 1, feeds: "1", example: "[]"}
    ]);
  });
});
