import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {derive} from "../../loaders/derive/derive.js";
import {cutTables} from "../../loaders/snapshot/parts.js";
import {type Aged, type History, readHistory, type Window, windowsOf} from "../../loaders/snapshot/windows.js";
import {makeStore, type TestStore} from "../helpers/store.js";

const last = Date.parse("2026-05-12T14:00:00Z");

// Of a history of so many days, so many rows a day of updates, of bars of a minute, and of bars of an hour.
function historyOf(days: number, {prices = 0, minutes = 0, hours = 0}): History {
  const rows: Record<string, number> = {prices, bars_1m: minutes, bars_1h: hours};
  const aged = cutTables.map(({name}) => [name, [{days, rows: (rows[name] ?? 0) * days}]] as const);
  return {last, aged: Object.fromEntries(aged)};
}

function windowsIn(history: History, room: number): Record<string, Window> {
  const windows = windowsOf(history, room);
  return Object.fromEntries(cutTables.map(({name}, i) => [name, windows[i] ?? "none"]));
}

const daysOf = (window: Window | undefined) =>
  typeof window === "object" ? (last - Date.parse(window.since)) / 86_400_000 : window;

const bytes = Object.fromEntries(cutTables.map((table) => [table.name, table.bytes]));

describe("windowsOf(history, room)", () => {
  const dense = historyOf(100, {prices: 86_400, minutes: 1440, hours: 24});
  const sparse = historyOf(100, {prices: 1440, minutes: 1440, hours: 24});

  it("has everything where it fits, and nothing where there is no room", () => {
    for (const history of [dense, sparse, historyOf(0, {})])
      expect(new Set(Object.values(windowsIn(history, 1e9)))).toEqual(new Set(["all"]));
    for (const room of [0, -1]) expect(new Set(windowsOf(dense, room))).toEqual(new Set(["none"]));
  });

  it.each([300_000, 1e6, 5e6])("takes nearly all of %d bytes, and no more", (room) => {
    const windows = windowsIn(dense, room);
    const taken = Object.entries({prices: 86_400, bars_1m: 1440, bars_1h: 24}).map(([name, rows]) => {
      const days = daysOf(windows[name]);
      return days === "none" ? 0 : rows * (bytes[name] ?? 0) * (days === "all" ? 100 : Number(days));
    });
    const sum = taken.reduce((one, other) => one + other);
    expect(sum).toBeLessThanOrEqual(room);
    expect(sum).toBeGreaterThan(0.9 * room);
  });

  it("has the last day of bars of a minute before anything else, and of updates where they fit", () => {
    const day = 1 + 5 / 1440;
    expect(daysOf(windowsIn(dense, 1440 * 95 * 1.3).bars_1m)).toBeCloseTo(day, 3);
    const few = historyOf(100, {prices: 14_400, minutes: 1440, hours: 24}); // ten a minute
    expect(daysOf(windowsIn(few, 14_400 * 81 * 1.3).prices)).toBeCloseTo(day, 3);
    expect(daysOf(windowsIn(few, 14_400 * 81).prices)).toBeLessThan(0.2); // which would leave too little for others
  });

  it("has each resolution longer than the finer one, in fixed proportions", () => {
    const {bars_1h, bars_1m, prices} = windowsIn(dense, 100_000); // too little for a day
    expect(Number(daysOf(bars_1h)) / Number(daysOf(bars_1m))).toBeCloseTo((2 * 365) / 10, -1);
    expect(Number(daysOf(bars_1m)) / Number(daysOf(prices))).toBeGreaterThan(60);
  });

  it("has updates in place of bars of a minute where these are as many", () => {
    const {prices, bars_1m} = windowsIn(sparse, 2e6);
    expect(Number(daysOf(prices))).toBeGreaterThan(10);
    expect(daysOf(bars_1m)).toBeLessThan(0.02);
  });

  it("has all updates of less than a minute, or none", () => {
    const moment = historyOf(30 / 86_400, {prices: 86_400_000}); // 2.4 MB
    expect(windowsIn(moment, 1e6).prices).toBe("none");
    expect(windowsIn(moment, 1e7).prices).toBe("all");
  });

  it("begins with a whole minute", () => {
    for (const window of windowsOf({...dense, last: last + 12_345}, 1e6))
      if (typeof window === "object") expect(window.since).toMatch(/^2026-\d\d-\d\dT\d\d:\d\d:00Z$/);
  });
});

describe("readHistory(connection)", () => {
  let test: TestStore;
  beforeAll(async () => {
    test = await makeStore();
    // Feed 1 comes each minute of ten hours, feed 2 at their end alone; feed 1 has rates in the first five.
    await test.records(`INSERT INTO feed_updates BY NAME
      SELECT
        feed AS priceFeedId, 5 AS price, 0 AS exponent, uuid() AS responseId, 0 AS entryIndex,
        CASE WHEN feed = 1 AND minute < 300 THEN 1 END AS fundingRate,
        TIMESTAMP '2026-05-12 04:00' + to_minutes(minute) AS publishedAt
      FROM range(1, 3) AS feeds(feed), range(600) AS minutes(minute)
      WHERE feed = 1 OR minute = 599`);
    await choose();
  });
  afterAll(() => test.remove());

  const choose = (where = "true") =>
    test.records(`CREATE OR REPLACE TEMP TABLE snapshot_feeds AS SELECT priceFeedId FROM feed_stats WHERE ${where}`);
  const total = (aged: readonly Aged[] = []) => aged.reduce((sum, {rows}) => sum + rows, 0);

  it("takes updates to be spread evenly that the hours of feeds do not know", async () => {
    const {aged, last} = await readHistory(test.store.connection);
    expect(new Date(last).toISOString()).toBe("2026-05-12T13:59:00.000Z");
    expect(aged.prices).toEqual([{days: expect.closeTo(599 / 1440, 6), rows: 601}]);
    expect(aged.bars_1m).toEqual([]);
  });

  it("has the rows of each table by age, of the snapshot's feeds alone", async () => {
    await derive((work) => work(test.store));
    const {aged} = await readHistory(test.store.connection);
    expect([total(aged.prices), total(aged.funding), total(aged.bars_1m), total(aged.bars_1h)]).toEqual([
      601, 300, 601, 11
    ]);
    const old = (aged.prices ?? []).filter(({days}) => days > 4.99 / 24);
    expect(total(old)).toBe(300); // hours that began five hours ago or earlier
    expect(aged.prices?.map(({days}) => days)).toEqual(aged.prices?.map(({days}) => days).toSorted((a, b) => a - b));
    await choose("priceFeedId = 2");
    expect(total((await readHistory(test.store.connection)).aged.prices)).toBe(1);
  });

  it("leaves out updates that were dropped", async () => {
    await choose();
    await test.records(`DELETE FROM feed_updates WHERE publishedAt < TIMESTAMP '2026-05-12 12:00';
      INSERT INTO dropped_hours SELECT 1, TIMESTAMP '2026-05-12 04:00' + to_hours(unnest(range(8)));`);
    const {aged} = await readHistory(test.store.connection);
    expect([total(aged.prices), total(aged.bars_1h)]).toEqual([121, 11]);
  });
});
