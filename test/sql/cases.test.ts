import {readFileSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {storeStatus} from "../../loaders/inspect/status.js";
import {wholeTables} from "../../loaders/snapshot/parts.js";
import {eachStore} from "../helpers/each-store.js";

const test = eachStore();

/** Books the bodies of a file of `test/fixtures/cases`, one a line. */
async function book(name: string): Promise<void> {
  const lines = readFileSync(`test/fixtures/cases/${name}`, "utf8").split("\n").filter(Boolean);
  await test.book(...lines.filter((line) => !line.includes('"evm":')));
}

/** Gives feeds in the catalogue these exponents. */
async function catalogue(exponents: Record<number, number>): Promise<void> {
  const rows = Object.entries(exponents).map(([id, exponent]) => `(${id}, ${exponent}, now()::TIMESTAMP)`);
  await test.records(`INSERT OR REPLACE INTO feeds (priceFeedId, exponent, updatedAt) VALUES ${rows.join()}`);
}

describe("updates without an exponent", () => {
  const bars = "SELECT priceFeedId, close FROM bars_1h ORDER BY ALL";
  const counts = "SELECT exponentless, unscaled FROM quality_1h ORDER BY priceFeedId";

  it("have the catalogue's, in whatever order it and they come, and in bars that were made before", async () => {
    await catalogue({1: -8});
    await book("15-no-exponent.json");
    expect(await test.records("SELECT priceFeedId, price, confidence FROM prices ORDER BY ALL")).toEqual([
      {priceFeedId: 1, price: 65000, confidence: 9},
      {priceFeedId: 2, price: null, confidence: null}
    ]);
    expect(await test.derived(bars)).toEqual([
      [1, 65000],
      [2, null]
    ]);
    expect(await test.derived(counts)).toEqual([
      [1, 0],
      [1, 1]
    ]);
    await catalogue({1: -8, 2: -9});
    expect(await test.derived(bars)).toEqual([
      [1, 65000],
      [2, 190]
    ]);
    expect(await test.derived(counts)).toEqual([
      [1, 0],
      [1, 0]
    ]);
    const {catalogueExponents, unscaled} = (await storeStatus(test.store)).meta;
    expect({catalogueExponents, unscaled}).toEqual({catalogueExponents: 2, unscaled: 0});
    await catalogue({2: -8});
    expect(await test.derived(bars)).toContainEqual([2, 1900]);
    await test.reopen();
    expect(await test.records("SELECT exponent FROM feed_updates")).toEqual([{exponent: null}, {exponent: null}]);
    expect(await test.records("SELECT exponentFrom FROM updates WHERE price = 1900")).toEqual([
      {exponentFrom: "catalogue"}
    ]);
  });
});

describe("values as people have them", () => {
  it("are kept raw at their extremes, with human values that are finite or null, which is counted", async () => {
    await book("16-extremes.ndjson");
    const human = "price, confidence, exponentFrom, unscaled";
    expect(await test.derived(`SELECT priceFeedId, ${human} FROM updates ORDER BY priceFeedId, entryIndex`)).toEqual([
      [900, 92_233_720_368.54776, 92_233_720_368.54776, "update", false],
      [901, -9_223_372.036854776, -5e-12, "update", false],
      [902, null, null, "update", true],
      [903, null, null, "update", true],
      [904, 12_345, null, "update", false],
      [905, 2.875e-14, null, "update", false],
      [906, 3e12, null, "update", false],
      [907, 0, 0, "update", false],
      [908, null, null, null, null],
      [909, 1, null, "update", false],
      [909, 2, null, "update", false]
    ]);
    expect((await storeStatus(test.store)).meta).toMatchObject({unscaled: 2, catalogueExponents: 0});
  });

  it("keep their price where the exponent changes, and have the catalogue's only where they lack one", async () => {
    await catalogue({49: -12});
    await book("17-exponent-change.ndjson");
    const prices = [2.15854e-5, 2.15864e-5, 2.15874e-5, 2.15884e-5];
    expect((await test.derived("SELECT price FROM prices ORDER BY publishedAt")).flat()).toEqual(prices);
    expect(await test.derived("SELECT open, low, high, close FROM bars_1h")).toEqual([
      [prices[0], prices[0], prices[3], prices[3]]
    ]);
  });

  it("have rates of one year whatever the interval, and none of an interval that cannot be", async () => {
    await book("18-funding.ndjson");
    const rates = "SELECT priceFeedId, rate, intervalHours, apr FROM funding ORDER BY priceFeedId, publishedAt";
    const apr = expect.closeTo(0.0876, 12);
    expect(await test.derived(rates)).toEqual([
      [112, 8e-5, 8, apr],
      [112, 8e-5, 8, apr],
      [112, 4e-5, 4, apr],
      [112, 4e-5, 4, apr],
      [112, 1e-5, 1, apr],
      ...[113, 1555, 1556].map((feed) => [feed, 4e-5, null, null]),
      [1557, -4e-5, null, null],
      [1558, 0, 8, 0],
      [1559, 4e-5, null, null]
    ]);
    expect((await storeStatus(test.store)).meta.unspanned).toBe(5);
    const faults = wholeTables(true).find(({name}) => name === "fault_examples")?.sql;
    expect(await test.derived(`SELECT DISTINCT kind, total, firstReceivedAt FROM (${faults}) ORDER BY ALL`)).toEqual([
      ["coerced", 1, "2026-05-12T14:00:00Z"],
      ["unusable", 5, "2026-09-22T10:30:00Z"]
    ]);
    expect(
      await test.derived("SELECT priceFeedId, paidAt, rate, instantFrom FROM funding_payments ORDER BY ALL")
    ).toEqual([
      ...[8e-5, 8e-5, 4e-5, 4e-5].map((rate, i) => [112, `2026-09-22T1${1 + i}:30:00Z`, rate, "service"]),
      [1558, "2026-09-22T11:30:00Z", 0, "service"]
    ]);
  });

  it("keep prices through zero, mark crossed books, and have no return or drawdown at or below zero", async () => {
    await book("20-negative.ndjson");
    await catalogue({3089: -2});
    const span = "TIMESTAMP '2026-09-22 10:45:00', TIMESTAMP '2026-09-22 10:50:00'";
    expect(
      await test.derived(
        "SELECT price, spread, spreadBps, book FROM spreads JOIN prices USING (publishedAt) ORDER BY publishedAt"
      )
    ).toEqual([
      [18.2, expect.closeTo(0.2, 12), expect.closeTo(109.89, 2), "normal"],
      [0.1, expect.closeTo(0.6, 12), expect.closeTo(60_000, 6), "normal"],
      [-37.63, 1, expect.closeTo(266.67, 2), "normal"],
      [-37.63, -1, expect.closeTo(-266.67, 2), "crossed"],
      [0, 0, null, "locked"]
    ]);
    expect(await test.derived(`SELECT logReturn FROM log_returns([3089], ${span}, 60)`)).toEqual([
      [null],
      [expect.closeTo(Math.log(0.1 / 18.2), 12)],
      ...[null, null, null].map((none) => [none])
    ]);
    expect(await test.derived(`SELECT price, drawdown FROM drawdown_line(3089, ${span}, 60)`)).toEqual([
      [18.2, 0],
      [0.1, expect.closeTo(0.1 / 18.2 - 1, 12)],
      ...[-37.63, -37.63, 0].map((price) => [price, null])
    ]);
  });

  it("have the sessions that they say on a half day, and no gap after it", async () => {
    await book("23-half-day.ndjson");
    expect(
      await test.derived("SELECT marketSession, startedAt, endedAt, updates FROM sessions ORDER BY startedAt")
    ).toEqual([
      ["regular", "2025-11-28T17:30:00Z", "2025-11-28T17:55:00Z", 6],
      ["postMarket", "2025-11-28T18:00:00Z", "2025-11-28T18:30:00Z", 7]
    ]);
    expect(await test.derived("SELECT gaps, unscaled FROM quality_1h")).toEqual([
      [0, 0],
      [0, 0]
    ]);
  });
});
