import fc from "fast-check";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {type DeriveOptions, derive} from "../../loaders/derive/derive.js";
import {feedsNeverAsked, findGaps} from "../../loaders/inspect/gaps.js";
import {dropOld} from "../../loaders/store/retain.js";
import {makeStore, type TestStore} from "../helpers/store.js";
import {contentsOf} from "./contents.js";
import {body, booksOf, instant, tables, whole} from "./dropping.js";
import {midnight} from "./midnight.js";

let test: TestStore;

beforeEach(async () => {
  test = await makeStore();
});

afterEach(() => test.remove());

const run = (options: DeriveOptions = {}) => derive((work) => work(test.store), options);
const drop = (hours: number) => dropOld(test.store, instant(hours));

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
      {numRuns: 6}
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
