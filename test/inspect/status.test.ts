import {statSync} from "node:fs";
import {v7 as uuidv7} from "uuid";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {type FeedState, isUnfinishedDemo, storeStatus} from "../../loaders/inspect/status.js";
import {bookResponses} from "../../loaders/store/book.js";
import {finishLoad, startLoad} from "../../loaders/store/loads.js";
import {booking, makeStore, recorded, type TestStore} from "../helpers/store.js";
import {bodyOf, bookAs, entryOf, update} from "../sql/status/entries.js";

let test: TestStore;

beforeEach(async () => {
  test = await makeStore();
});

afterEach(() => test.remove());

const run = (sql: string) => test.store.connection.run(sql);

describe("storeStatus(store)", () => {
  it("reports an empty store as balanced", async () => {
    expect(await storeStatus(test.store)).toMatchObject({
      path: test.path,
      bytes: statSync(test.path).size,
      balanced: true,
      loads: [],
      fields: [],
      feeds: [],
      meta: {updates: 0, simulated: false}
    });
  });

  it("has the totals of the view meta", async () => {
    await test.book(recorded, update(-0.01, "regular", 1), update(3, "regular", 1), '{"parsed":{"priceFeeds":[null]}}');
    await test.book(
      bodyOf([{priceFeedId: 1, price: []}], -60 * 24 * 365 * 40),
      bodyOf([entryOf(8, "regular", 1)], 60 * 24 * 900)
    );
    const [meta] = await test.records("FROM meta");
    expect((await storeStatus(test.store)).meta).toMatchObject(meta ?? {});
    expect(meta).toMatchObject({misdated: 2, coercions: 1, rejected: 1, lastPublishedAt: "2026-05-12T13:58:00Z"});
  });

  it.each([
    ["rows are lost", "DELETE FROM feed_updates WHERE priceFeedId = 1"],
    ["rejects are lost", "DELETE FROM rejected_entries"],
    ["a response is lost", "DELETE FROM responses WHERE rows > 0"]
  ])("reports that the books do not balance if %s", async (_, loss) => {
    await test.book(recorded, '{"parsed":{"priceFeeds":[null]}}');
    expect((await storeStatus(test.store)).balanced).toBe(true);
    await run(loss);
    expect((await storeStatus(test.store)).balanced).toBe(false);
  });
});

describe("isUnfinishedDemo(store)", () => {
  it("is true of an empty store, and of one whose demo did not end or failed, until another load brings something", async () => {
    expect(await isUnfinishedDemo(test.store)).toBe(true);
    const loadId = await bookAs(test, "demo", recorded);
    expect(await isUnfinishedDemo(test.store)).toBe(true);
    for (const status of ["failed", "interrupted"] as const) {
      await finishLoad(test.store, loadId, status);
      expect(await isUnfinishedDemo(test.store)).toBe(true);
    }
    await bookAs(test, "latest", '{"parsed":{"priceFeeds":[]}}');
    expect(await isUnfinishedDemo(test.store)).toBe(true);
    await bookAs(test, "latest", recorded);
    expect(await isUnfinishedDemo(test.store)).toBe(false);
  });

  it("is false once a demo is done, whatever came before", async () => {
    for (const status of ["failed", "done"] as const)
      await finishLoad(test.store, await bookAs(test, "demo", recorded), status);
    expect(await isUnfinishedDemo(test.store)).toBe(false);
  });
});

describe("storeStatus(store)", () => {
  it("lists the ten newest loads, newest first, with their durations", async () => {
    for (let i = 0; i < 12; i++) {
      const loadId = await startLoad(test.store, `load ${i}`, i > 0);
      await finishLoad(test.store, loadId, i === 11 ? "failed" : "done", i === 11 ? "no answer" : undefined);
      const startedAt = `TIMESTAMP '2026-05-12' + INTERVAL ${i} HOUR`;
      await run(`UPDATE loads SET startedAt = ${startedAt}, finishedAt = ${startedAt} + INTERVAL 1250 MILLISECOND
      WHERE loadId = '${loadId}'`);
    }
    const {loads} = await storeStatus(test.store);
    expect(loads.map(({command}) => command)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((i) => `load ${i}`));
    expect(loads[0]).toEqual({
      startedAt: "2026-05-12T11:00:00Z",
      command: "load 11",
      status: "failed",
      seconds: 1.3,
      rows: 0,
      rowsPerSecond: 0,
      responses: 0,
      latencyP50Ms: null,
      latencyP99Ms: null,
      failures: 0,
      rejected: 0,
      simulated: true,
      error: "no answer"
    });
  });

  it("reports the speed, latencies and failures of a load", async () => {
    const loadId = await startLoad(test.store, "history", false);
    const held = booking(loadId, recorded);
    const none = {...booking(loadId, '{"parsed":{"priceFeeds":[]}}'), entries: 0};
    const with200 = Array.from({length: 99}, (_, i) => ({...held, responseId: uuidv7(), latencyMs: i + 1}));
    const html = {...none, responseId: uuidv7(), latencyMs: 1000};
    const refused = {...none, responseId: uuidv7(), httpStatus: 403, latencyMs: null};
    const nothingThere = {...none, responseId: uuidv7(), httpStatus: 404, endpoint: "price", latencyMs: null};
    const noPath = {...none, responseId: uuidv7(), httpStatus: 404, latencyMs: null};
    await bookResponses(test.store, [...with200, html, refused, nothingThere, noPath]);
    await run(`INSERT INTO failed_responses VALUES ('${html.responseId}', 'body is no JSON', '<html>')`);
    await run(`INSERT INTO failed_responses VALUES ('${refused.responseId}', 'refused', 'no')`);
    await finishLoad(test.store, loadId, "done");
    await run("UPDATE loads SET startedAt = '2026-05-12 13:00:00', finishedAt = '2026-05-12 13:00:10'");
    expect((await storeStatus(test.store)).loads).toMatchObject([
      {
        ...{responses: 103, rows: 297, rowsPerSecond: 30, latencyP50Ms: 50.5, latencyP99Ms: 108, seconds: 10},
        failures: 3
      }
    ]);
  });

  it("takes a load that did not book its end to have lasted to its last response", async () => {
    await bookAs(test, "watch", recorded); // received at 14:00
    await run("UPDATE loads SET startedAt = '2026-05-12 13:59:57'");
    expect((await storeStatus(test.store)).loads).toMatchObject([{seconds: 3, rowsPerSecond: 1}]);
  });

  it("reports per feed its rows, and the time, age and session of its newest update", async () => {
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

  it("calls each feed by its session and age", async () => {
    const states: [FeedState, string | null, number | null][] = [
      ["fresh", "regular", 60],
      ["stale", "regular", 60.1],
      ["quiet", "preMarket", 61],
      ["quiet", "aNewSession", 61],
      ["quiet", null, 61],
      ["closed", "closed", 200_000],
      ["unknown", "regular", null]
    ];
    await test.book(
      bodyOf(
        states.map(([, session, age], id) => entryOf(id, session, age)),
        0
      )
    );
    const found = (await storeStatus(test.store)).feeds.toSorted((a, b) => a.priceFeedId - b.priceFeedId);
    expect(found.map(({state, marketSession, ageSeconds}) => [state, marketSession, ageSeconds])).toEqual(states);
  });

  it("ignores the session of earlier updates", async () => {
    await test.book(update(0, "closed", 1), update(1, null, 90));
    expect((await storeStatus(test.store)).feeds).toMatchObject([{state: "quiet", marketSession: null}]);
  });

  it("calls a feed missing that was asked for since and did not come, whether it ever came or not", async () => {
    const loadId = await startLoad(test.store, "latest", false);
    const asked = {...booking(loadId, bodyOf([{priceFeedId: 1}], 5)), missingFeeds: [2, 3, "Crypto.X"]};
    await bookResponses(test.store, [booking(loadId, bodyOf([{priceFeedId: 2}], 4)), asked]);
    await bookResponses(test.store, [booking(loadId, bodyOf([{priceFeedId: 3}], 6))]);
    const {feeds, meta} = await storeStatus(test.store);
    expect(feeds.map(({state, priceFeedId, rows}) => [state, priceFeedId, rows])).toEqual([
      ["missing", 2, 1],
      ["unknown", 1, 1],
      ["unknown", 3, 1]
    ]);
    await bookResponses(test.store, [{...asked, ...booking(loadId, bodyOf([], 7)), missingFeeds: [9]}]);
    expect((await storeStatus(test.store)).feeds).toContainEqual(
      expect.objectContaining({state: "missing", priceFeedId: 9, rows: 0, lastPublishedAt: null})
    );
    expect(meta).toMatchObject({feeds: 3, updates: 3});
  });

  it("sorts by state: stale by age, missing, unknown, fresh with rejects, fresh, closed", async () => {
    const entries = [
      entryOf(1, "closed", 9000),
      entryOf(2, "regular", 0),
      entryOf(3, "regular", 70),
      entryOf(4, "regular", 700),
      entryOf(6, "regular", 0),
      {priceFeedId: 5}
    ];
    const loadId = await startLoad(test.store, "latest", false);
    await bookResponses(test.store, [{...booking(loadId, bodyOf(entries, 0)), missingFeeds: [7]}]);
    await run(`INSERT INTO rejected_entries SELECT responseId, 9, 'a reason', '{"priceFeedId":6}' FROM responses`);
    expect((await storeStatus(test.store)).feeds.map(({priceFeedId}) => priceFeedId)).toEqual([4, 3, 7, 5, 6, 2, 1]);
  });

  it("counts a rejected entry to its feed where that can be read, and apart where not", async () => {
    await test.book(recorded);
    const entries = ['{"priceFeedId":1}', '{"priceFeedId":"2"}', '{"priceFeedId":"77"}', '{"priceFeedId":-1}'];
    for (const entry of [...entries, '{"priceFeedId":1.6}', "null", '"1"', "[1]"])
      await run(`INSERT INTO rejected_entries SELECT responseId, 9, 'a reason', '${entry}' FROM responses`);
    const {feeds, meta} = await storeStatus(test.store);
    expect(feeds.map(({priceFeedId, symbol, rows, rejected}) => [priceFeedId, symbol, rows, rejected])).toEqual([
      [77, null, 0, 1],
      [1, null, 1, 1],
      [2, null, 1, 1],
      [112, null, 1, 0]
    ]);
    expect(meta).toMatchObject({rejected: 8, rejectedWithoutFeed: 5, updates: 3, feeds: 3});
  });
});
