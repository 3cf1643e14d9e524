import {describe, expect, it} from "vitest";
import {eachStore} from "../../helpers/each-store.js";
import {rounded} from "../../store/contents.js";
import {body, midnight, quote} from "../../store/midnight.js";

const test = eachStore();

describe("derive(withStore)", () => {
  it("makes bars of a minute, an hour and a day", async () => {
    await test.book(body(0, quote(10_000)), body(30, quote(10_400)), body(59, quote(9_900)), body(60, quote(10_100)));
    expect(await test.derive()).toMatchObject({hours: 1});
    const columns = "open, high, low, close, updates, books, fewestPublishers";
    const rows = await test.records(`SELECT minute(startedAt) AS minute, ${columns} FROM bars_1m ORDER BY startedAt`);
    expect(rows.map(Object.values)).toEqual([
      [0, 100, 104, 99, 99, 3, 3, null],
      [1, 101, 101, 101, 101, 1, 1, null]
    ]);
    for (const table of ["bars_1h", "bars_1d"])
      expect(await test.records(`SELECT ${columns} FROM ${table}`)).toEqual([
        {open: 100, high: 104, low: 99, close: 101, updates: 4, books: 4, fewestPublishers: null}
      ]);
  });

  it("measures spreads in bps of mid, without crossed and locked books, which it counts", async () => {
    const spread = (second: number, bid: number, ask: number) => body(second, quote(10_000, {bid, ask}));
    await test.book(
      spread(0, 9_990, 10_010),
      spread(1, 9_980, 10_020),
      spread(2, 9_970, 10_030),
      spread(3, 10_000, 10_000),
      spread(4, 10_500, 9_500)
    );
    await test.derive();
    const [minute] = await test.records(
      `SELECT meanSpreadBps, medianSpreadBps, p95SpreadBps, maxSpreadBps, books, crossed, locked, meanConfidenceBps
        FROM bars_1m`
    );
    expect(rounded(minute)).toEqual({
      meanSpreadBps: 40,
      medianSpreadBps: 40,
      p95SpreadBps: 58,
      maxSpreadBps: 60,
      books: 3,
      crossed: 1,
      locked: 1,
      meanConfidenceBps: 5
    });
    const [day] = await test.records(
      "SELECT meanSpreadBps, medianSpreadBps, p95SpreadBps, maxSpreadBps, crossed FROM bars_1d"
    );
    expect(day).toMatchObject({crossed: 1});
    expect(day?.meanSpreadBps).toBeCloseTo(40, 9);
    expect(Math.abs(Number(day?.medianSpreadBps) / 40 - 1)).toBeLessThan(0.011);
    expect(Math.abs(Number(day?.p95SpreadBps) / 60 - 1)).toBeLessThan(0.011); // of three books, the widest
    expect(day?.maxSpreadBps).toBeCloseTo(60, 9);
  });

  it("counts repeats of older updates apart", async () => {
    const at = (second: number, own: number) =>
      body(second, {...quote(10_000), feedUpdateTimestamp: midnight + own * 1e6});
    await test.book(at(10, 10), at(11, 10.5), at(12, 10.5), at(13, 10.5));
    await test.derive();
    expect(await test.records("SELECT updates, carriedForward FROM bars_1m")).toEqual([
      {updates: 2, carriedForward: 2}
    ]);
    expect(await test.records("SELECT received, own, gapSeconds, staleSeconds FROM quality_1h")).toEqual([
      {received: 4, own: 2, gapSeconds: 1, staleSeconds: 2.5}
    ]);
  });

  it("lets the last received of an instant that came twice count", async () => {
    await test.book(body(0, quote(10_000)), body(0, quote(20_000)));
    await test.derive();
    expect(await test.records("SELECT open, updates FROM bars_1m")).toEqual([{open: 200, updates: 1}]);
    await test.book(body(0, quote(30_000)));
    await test.derive();
    expect(await test.records("SELECT open, updates FROM bars_1d")).toEqual([{open: 300, updates: 1}]);
  });
});
