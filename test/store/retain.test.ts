import {statSync} from "node:fs";
import fc from "fast-check";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {feedsNeverAsked, findGaps} from "../../loaders/inspect/gaps.js";
import {storeStatus} from "../../loaders/inspect/status.js";
import {type DeriveOptions, derive} from "../../loaders/sql/derive.js";
import {dropOld, findOld} from "../../loaders/store/retain.js";
import {soaking} from "../helpers/soak.js";
import {makeStore, type TestStore} from "../helpers/store.js";
import {whole} from "../helpers/stores/whole.js";
import {contentsOf} from "./contents.js";
import {body, booksOf, instant, tables} from "./dropping.js";
import {midnight} from "./midnight.js";

let test: TestStore;

beforeEach(async () => {
  test = await makeStore();
});

afterEach(() => test.remove());

const run = (options: DeriveOptions = {}) => derive((work) => work(test.store), options);

const drop = (hours: number) => dropOld(test.store, instant(hours));

const held = () => test.records("FROM feed_updates ORDER BY ALL");

describe("dropOld(store, instant)", () => {
  it("drops the updates of before the instant's hour with what hangs on them, and touches nothing newer", async () => {
    await test.book(body(0), body(1.5), body(2), body(2.5), body(30));
    await run();
    const [before, bars] = [await held(), await contentsOf(test, tables)];
    expect(await findOld(test.store, instant(2.9))).toEqual({
      before: "2026-03-08T02:00:00.000Z",
      ...{updates: 10, rows: 4, rejected: 2, coercions: 2}
    });
    expect(await drop(2.9)).toMatchObject({rows: 4, rejected: 2, coercions: 2});
    const newer = before.filter(({publishedAt}) => String(publishedAt) >= "2026-03-08T02:00:00Z");
    expect(newer).toHaveLength(6);
    expect(await held()).toEqual(newer);
    expect(await contentsOf(test, tables)).toEqual(bars);
    expect(await test.records("SELECT count(*) AS responses, sum(rows) AS rows FROM responses")).toEqual([
      {responses: 5, rows: 10}
    ]);
    expect(
      await test.records("SELECT count(*) AS rejects, (SELECT count(*) FROM coercions) AS nulls FROM rejected_entries")
    ).toEqual([{rejects: 3, nulls: 3}]);
    expect(await booksOf(test)).toEqual(whole);
    expect(await storeStatus(test.store)).toMatchObject({
      balanced: true,
      meta: {updates: 6, dropped: 4, droppedBefore: "2026-03-08T02:00:00Z", firstPublishedAt: "2026-03-08T02:00:00Z"}
    });
    expect(await drop(3)).toMatchObject({rows: 4});
    expect(await booksOf(test)).toEqual(whole);
    expect(await run()).toMatchObject({hours: 0});
    expect(await contentsOf(test, tables)).toEqual(bars);
    await test.book(body(31)); // it can be written to, and keeps that
    await test.reopen();
    expect(await test.records("SELECT count(*) AS rows FROM feed_updates")).toEqual([{rows: 4}]);
    expect(await booksOf(test)).toEqual(whole);
  });

  it("forgets of the dropped updates which counted", async () => {
    await test.book(body(0), body(0), body(48), body(48));
    await run();
    const noted = async () =>
      await test.records("SELECT publishedAt FROM superseded_updates JOIN responses USING (responseId)");
    expect(new Set((await noted()).map(({publishedAt}) => publishedAt)).size).toBe(2);
    await drop(24);
    expect(new Set((await noted()).map(({publishedAt}) => publishedAt))).toEqual(new Set(["2026-03-10T00:00:00Z"]));
    expect(await test.records("SELECT count(*) AS noted FROM superseded_updates")).toEqual([
      {noted: (await noted()).length}
    ]);
  });

  it("gives the space back", async () => {
    await test.book(body(0), body(48));
    const copies = (at: number) => `INSERT INTO feed_updates BY NAME
    SELECT 1 AS priceFeedId, random() AS price, 0 AS exponent, responseId, place AS entryIndex, publishedAt
    FROM (SELECT responseId, publishedAt FROM responses ORDER BY publishedAt LIMIT 1 OFFSET ${at}),
      range(3, 500_000) AS places(place);
    UPDATE responses SET rows = rows + 499_997, entries = entries + 499_997
    WHERE responseId = (SELECT responseId FROM responses ORDER BY publishedAt LIMIT 1 OFFSET ${at})`;
    await test.records(copies(0));
    await test.records(copies(1));
    await run();
    await test.reopen();
    expect(await booksOf(test)).toEqual(whole);
    const {bytesBefore = 0, bytes = 0} = (await drop(24)) ?? {};
    expect(bytes).toBe(statSync(test.path).size);
    expect(bytes).toBeLessThan(0.75 * bytesBefore);
    expect(await booksOf(test)).toEqual(whole);
    await test.reopen();
    expect(await booksOf(test)).toEqual(whole);
  });

  it("keeps what is misdated, and tables and views of others", async () => {
    await test.records(
      "CREATE TABLE mine AS SELECT 7 AS seven; CREATE VIEW ours AS SELECT seven + 1 AS eight FROM mine"
    );
    await test.book(body(0), body(-60 * 365 * 24), body(9e5));
    await run();
    expect(await drop(5)).toMatchObject({updates: 6, rows: 2});
    expect(await test.records("SELECT count(*) AS rows, max(eight) AS eight FROM feed_updates, ours")).toEqual([
      {rows: 4, eight: 8}
    ]);
    expect(await booksOf(test)).toEqual(whole);
  });

  it("leaves all as it is where something old is not derived yet", async () => {
    await test.book(body(5));
    await run();
    await test.book(body(0));
    const before = await held();
    expect(await drop(2)).toBeNull();
    expect(await held()).toEqual(before);
    await run({signal: AbortSignal.abort()}); // marked, and not made
    expect(await drop(2)).toBeNull();
    await test.book(body(6)); // newer, as come while a watch runs
    await run();
    await test.book(body(6.5));
    expect(await drop(2)).toMatchObject({rows: 2});
    expect(await run()).toMatchObject({hours: 2});
    expect(await test.records("SELECT sum(updates + carriedForward) AS updates FROM bars_1m")).toEqual([{updates: 8}]);
  });

  it("drops nothing once it is interrupted", async () => {
    for (const hours of [0, 5]) await test.book(body(hours));
    await run();
    const before = await held();
    expect(await dropOld(test.store, instant(3), AbortSignal.abort())).toBeNull();
    expect([await held(), await booksOf(test)]).toEqual([before, whole]);
  });

  it("lets the books tell what is lost beyond it", async () => {
    await test.book(body(0), body(1), body(5));
    await run();
    await drop(1);
    await test.records("DELETE FROM feed_updates WHERE hour(publishedAt) = 1");
    expect(await booksOf(test)).toMatchObject({torn: 1, lost: 0});
    await test.records("UPDATE retained SET rows = rows - 1");
    expect(await booksOf(test)).toMatchObject({lost: 1});
    expect(await storeStatus(test.store)).toMatchObject({balanced: false});
  });
});

describe("derive(withStore) after dropOld(store, instant)", () => {
  it("leaves the bars of dropped hours as they are, whatever comes late, and however it is made again", async () => {
    await test.book(body(0, 10_000), body(0.5, 20_000), body(5, 10_000));
    await run();
    const bars = await contentsOf(test, tables);
    await drop(2);
    await test.book(body(0.2, 90_000));
    expect(await run()).toMatchObject({hours: 0, due: 0});
    expect(await contentsOf(test, tables)).toEqual(bars);
    await run({rebuild: true});
    expect(await contentsOf(test, tables)).toEqual(bars);
    await test.records("UPDATE derived_state SET definition = 'another'; COMMENT ON VIEW meta IS 'another'");
    await test.records("ALTER TABLE bars_1m DROP COLUMN books; ALTER TABLE bars_1m ADD COLUMN older INTEGER");
    await test.reopen();
    await run();
    expect(
      await test.records("SELECT high, books, startedAt FROM bars_1m WHERE priceFeedId = 1 ORDER BY startedAt")
    ).toEqual([
      {high: 100, books: null, startedAt: "2026-03-08T00:00:00Z"},
      {high: 200, books: null, startedAt: "2026-03-08T00:30:00Z"},
      {high: 100, books: 1, startedAt: "2026-03-08T05:00:00Z"}
    ]);
    expect(await drop(2)).toMatchObject({rows: 2}); // what came late
    expect(await booksOf(test)).toEqual(whole);
    expect(await test.records("SELECT high FROM bars_1d WHERE priceFeedId = 1")).toEqual([{high: 200}]);
  });

  it("makes bars of older hours of which nothing was dropped", async () => {
    await test.book(body(0), body(5));
    await run();
    await drop(2);
    await test.book(body(1), body(0.5, 1, {priceFeedId: 9, price: 3, exponent: 0}));
    expect(await run()).toMatchObject({hours: 3}); // 01:00 of two feeds, 00:00 of the third
    expect(
      await test.records("SELECT priceFeedId, startedAt, close FROM bars_1h WHERE priceFeedId IN (1, 9) ORDER BY ALL")
    ).toMatchObject([
      {priceFeedId: 1, startedAt: "2026-03-08T00:00:00Z", close: 100},
      {priceFeedId: 1, startedAt: "2026-03-08T01:00:00Z", close: 100},
      {priceFeedId: 1, startedAt: "2026-03-08T05:00:00Z", close: 100},
      {priceFeedId: 9, startedAt: "2026-03-08T00:00:00Z", close: 3}
    ]);
  });

  it("gives what was there before, whenever it was dropped", async () => {
    const times = fc.array(fc.integer({min: 0, max: 60}), {minLength: 1, maxLength: 8});
    await fc.assert(
      fc.asyncProperty(times, fc.integer({min: 0, max: 40}), async (quarters, at) => {
        await test.book(...quarters.map((n) => body(n / 4, 100 + n)));
        await run();
        const bars = await contentsOf(test, tables);
        const [all] = await test.records("SELECT sum(entries) AS entries FROM responses");
        expect(await drop(at)).not.toBeNull();
        expect(await contentsOf(test, tables)).toEqual(bars);
        await run({rebuild: true});
        expect(await contentsOf(test, tables)).toEqual(bars);
        expect(await test.records("SELECT sum(entries) AS entries FROM responses")).toEqual([all]);
        expect(await booksOf(test)).toEqual(whole);
        const old = `SELECT count(*) AS old FROM feed_updates WHERE publishedAt < epoch_ms(${instant(at)})`;
        expect(await test.records(old)).toEqual([{old: 0}]);
      }),
      {numRuns: soaking ? 60 : 2}
    );
  }, 120_000);
});

describe("findGaps(store, range) after dropOld(store, instant)", () => {
  it("tells of nothing before what stayed, and knows the feeds that went", async () => {
    const minutes = [0, 1, 2, 3, 4, 120, 121, 122, 123, 124, 129, 130, 131, 132, 133, 134];
    await test.book(...minutes.map((minute) => body(minute / 60)), body(3 / 60, 1, {priceFeedId: 9, price: 1}));
    await run();
    const at = async (from: number | null) =>
      (await findGaps(test.store, {from, to: null, feeds: [1]})).map(({fromUs, toUs}) => [fromUs, toUs]);
    const gap = [125, 128].map((minute) => midnight + minute * 6e7);
    expect(await at(null)).toHaveLength(2);
    await drop(2);
    expect(await at(null)).toEqual([gap]);
    expect(await at(instant(-1) * 1000)).toEqual([gap]);
    expect(await findGaps(test.store, {from: null, to: instant(1) * 1000, feeds: null})).toEqual([]);
    expect(await feedsNeverAsked(test.store, [9, 77])).toMatchObject([{priceFeedId: 77}]);
  });
});
