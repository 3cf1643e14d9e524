import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {type FeedState, storeStatus} from "../../../loaders/inspect/status.js";
import {bookResponses} from "../../../loaders/store/book.js";
import {startLoad} from "../../../loaders/store/loads.js";
import {booking, makeStore, recorded, type TestStore} from "../../helpers/store.js";
import {bodyOf, entryOf, update} from "./entries.js";

let test: TestStore;

beforeEach(async () => {
  test = await makeStore();
});

afterEach(() => test.remove());

const run = (sql: string) => test.store.connection.run(sql);

describe("storeStatus(store)", () => {
  it("tells per feed how many rows, and the newest one's time, age and session, whatever came last", async () => {
    await test.book(update(1, "regular", 0.5), update(2, "closed", 90.25), update(0, "preMarket", 0.5));
    await run(
      "INSERT INTO feeds (priceFeedId, symbol, updatedAt) VALUES (1, 'Crypto.BTC/USD', now()), (5, 'none', now())"
    );
    expect((await storeStatus(test.store)).feeds).toEqual([
      {
        state: "closed",
        priceFeedId: 1,
        symbol: "Crypto.BTC/USD",
        rows: 3,
        rejected: 0,
        lastPublishedAt: "2026-05-12T13:57:00Z",
        ageSeconds: 90.3,
        marketSession: "closed"
      }
    ]);
  });

  it.each<[FeedState, string | null, number | null]>([
    ["fresh", "regular", 60],
    ["stale", "regular", 60.1],
    ["quiet", "preMarket", 61],
    ["quiet", "aNewSession", 61],
    ["quiet", null, 61],
    ["closed", "closed", 200_000],
    ["unknown", "regular", null]
  ])("calls a feed %s in session %s at an age of %s s", async (state, marketSession, ageSeconds) => {
    await test.book(update(0, marketSession, ageSeconds));
    expect((await storeStatus(test.store)).feeds).toMatchObject([{state, ageSeconds, marketSession}]);
  });

  it("takes a session that the newest update does not tell as unknown, not as it was before", async () => {
    await test.book(update(0, "closed", 1), update(1, null, 90));
    expect((await storeStatus(test.store)).feeds).toMatchObject([{state: "quiet", marketSession: null}]);
  });

  it("calls a feed missing that was asked for since and did not come, whether it ever came or not", async () => {
    const loadId = await startLoad(test.store, "latest", false);
    const asked = {...booking(loadId, bodyOf([{priceFeedId: 1}], 5)), missingFeeds: '[2,3,"Crypto.X"]'};
    await bookResponses(test.store, [booking(loadId, bodyOf([{priceFeedId: 2}], 4)), asked]);
    await bookResponses(test.store, [booking(loadId, bodyOf([{priceFeedId: 3}], 6))]);
    const {feeds, meta} = await storeStatus(test.store);
    expect(feeds.map(({state, priceFeedId, rows}) => [state, priceFeedId, rows])).toEqual([
      ["missing", 2, 1],
      ["unknown", 1, 1],
      ["unknown", 3, 1]
    ]);
    await bookResponses(test.store, [{...asked, ...booking(loadId, bodyOf([], 7)), missingFeeds: "[9]"}]);
    expect((await storeStatus(test.store)).feeds).toContainEqual(
      expect.objectContaining({state: "missing", priceFeedId: 9, rows: 0, lastPublishedAt: null})
    );
    expect(meta).toMatchObject({feeds: 3, updates: 3});
  });

  it("tells the loudest first: stale by age, missing, unknown, fresh with rejects, fresh, closed", async () => {
    const entries = [
      entryOf(1, "closed", 9000),
      entryOf(2, "regular", 0),
      entryOf(3, "regular", 70),
      entryOf(4, "regular", 700),
      entryOf(6, "regular", 0),
      {priceFeedId: 5}
    ];
    const loadId = await startLoad(test.store, "latest", false);
    await bookResponses(test.store, [{...booking(loadId, bodyOf(entries, 0)), missingFeeds: "[7]"}]);
    await run(`INSERT INTO rejected_entries SELECT responseId, 9, 'a reason', '{"priceFeedId":6}' FROM responses`);
    expect((await storeStatus(test.store)).feeds.map(({priceFeedId}) => priceFeedId)).toEqual([4, 3, 7, 5, 6, 2, 1]);
  });

  it("counts a rejected entry to its feed where that can be read, and apart where not", async () => {
    await test.book(recorded);
    const entries = ['{"priceFeedId":1}', '{"priceFeedId":"2"}', '{"priceFeedId":"77"}', '{"priceFeedId":-1}'];
    for (const entry of [...entries, '{"priceFeedId":1.6}', "null", '"1"', "[1]"])
      await run(`INSERT INTO rejected_entries SELECT responseId, 9, 'a reason', '${entry}' FROM responses`);
    const {feeds, meta} = await storeStatus(test.store);
    expect(feeds.map(({priceFeedId, rejected}) => [priceFeedId, rejected])).toEqual([
      [77, 1],
      [1, 1],
      [2, 1],
      [112, 0]
    ]);
    expect(meta).toMatchObject({rejected: 8, rejectedWithoutFeed: 5, feeds: 3});
  });

  it("tells feeds by id, also those without a symbol", async () => {
    await test.book(recorded);
    const {feeds, meta} = await storeStatus(test.store);
    expect(feeds.map(({priceFeedId, symbol, rows}) => [priceFeedId, symbol, rows])).toEqual([
      [1, null, 1],
      [2, null, 1],
      [112, null, 1]
    ]);
    expect(meta).toMatchObject({updates: 3, feeds: 3});
  });
});
