import {describe, expect, it} from "vitest";
import {eachStore} from "../../helpers/each-store.js";
import {body, midnight} from "../../store/midnight.js";
import {accrualOf} from "./accrual.js";
import {at, bookRates, type Rate, rate, ratesOf} from "./rates.js";

const test = eachStore();

async function hours(columns: string, table = "funding_1h"): Promise<unknown[][]> {
  const rows = await test.records(`SELECT hour(startedAt) AS hour, ${columns} FROM ${table} ORDER BY startedAt`);
  return rows.map((row) => Object.values(row).map((value) => (typeof value === "number" ? tidy(value) : value)));
}

// Far below a rate, and above the rounding of sums of instants.
function tidy(value: number): number {
  return Number(value.toFixed(12));
}

const ms = 0.001; // what a rate at the very end stands

describe("funding_1h", () => {
  it("weighs each rate by its time in the hour, with the one that stood before", async () => {
    await bookRates(test, ratesOf("0:30 8 8; 1:15 -16 8; 1:45 0 8"), at(2));
    // 00: 30 min of 8; 01: 15 min of 8, 30 min of -16, 15 min of 0; 02: nothing is known after it.
    const mean = (15 * 8e-4 - 30 * 16e-4) / 60;
    expect(await hours("updates, seconds, meanRate8h, accrued")).toEqual([
      [0, 1, 1800, 8e-4, tidy((8e-4 * 1800) / 28_800)],
      [1, 2, 3600, tidy(mean), tidy((mean * 3600) / 28_800)]
    ]);
  });

  it("counts a rate of minutes for its interval, also where the next of its hour comes later", async () => {
    await bookRates(test, ratesOf("0:00 1 0.25; 0:30 3 0.25"), at(1));
    // A quarter of an hour each, in which it accrues once.
    expect(await hours("seconds, accrued")).toEqual([[0, 1800, 4e-4]]);
  });

  it("has the first, last, lowest and highest of the rates published in it, over 8 hours, and when", async () => {
    await bookRates(test, ratesOf("0:01 1 1; 0:02 -2 1; 0:03 4 1; 0:04 4 1; 0:05 0 1"), at(0, 10));
    expect(await hours("firstRate8h, lowRate8h, highRate8h, lastRate8h")).toEqual([[0, 8e-4, -16e-4, 32e-4, 0]]);
    expect(await hours("minute(firstAt), minute(lowAt), minute(highAt), minute(lastAt)")).toEqual([[0, 1, 2, 3, 5]]);
  });

  it("normalises each rate by the interval of its time, and counts the change", async () => {
    await bookRates(test, ratesOf("0:00 8 8; 0:20 8 4; 1:00 8 8"), at(1, 30));
    const accrued = 8e-4 * (20 / 60 / 8 + 40 / 60 / 4);
    expect(await hours("intervalHours, intervalChanges, seconds, accrued, lowRate8h, highRate8h")).toEqual([
      [0, 4, 1, 3600, tidy(accrued), 8e-4, 16e-4],
      [1, 8, 1, 1800, tidy(8e-4 / 16), 8e-4, 8e-4]
    ]);
  });

  it("has a rate in the hours without an update, until its interval ends", async () => {
    await bookRates(test, ratesOf("0:30 4 2; 6:00 1 1"), at(6));
    expect(await hours("updates, seconds, lastRate8h, firstAt IS NULL")).toEqual([
      [0, 1, 1800, 16e-4, false],
      [1, 0, 3600, 16e-4, true],
      [2, 0, 1800, 16e-4, true],
      [6, 1, ms, 8e-4, false]
    ]);
  });

  it("counts a rate at most a day, however long its interval", async () => {
    await bookRates(test, [[at(0), 24, 744]], at(72));
    expect(await test.records("SELECT sum(seconds) AS seconds FROM funding_1h")).toEqual([{seconds: 86_400}]);
  });

  it("lets a rate without an interval end the one before, and count for nothing", async () => {
    await bookRates(test, ratesOf("0:00 8 8; 0:15 8 null; 0:45 0 8; 1:30 8 0"), at(3));
    expect(await hours("updates, intervalHours, intervalChanges, seconds, meanRate8h, lastRate8h")).toEqual([
      [0, 3, 8, 0, 1800, 4e-4, 0],
      [1, 1, null, 0, 1800, 0, 0]
    ]);
  });

  it("is corrected by a late rate, in the hours after it too", async () => {
    await bookRates(test, [[at(0), 8, 8]], at(3));
    await test.book(body(at(0, 30), rate(-8, 8)));
    await test.derive();
    expect(await hours("updates, meanRate8h")).toEqual([
      [0, 2, 0],
      [1, 0, -8e-4],
      [2, 0, -8e-4]
    ]);
  });

  it("knows the last received of an instant that came twice, also where it has no rate any more", async () => {
    await test.book(body(0, rate(8, 8)), body(0, {priceFeedId: 5, price: 1, exponent: 0}), body(1800, rate(1, 8)));
    await test.book(body(1800, rate(2, 8)), body(3600, rate(3, 8)));
    await test.derive();
    expect(await hours("updates, lastRate8h")).toEqual([
      [0, 1, 2e-4],
      [1, 1, 3e-4]
    ]);
    expect(await test.records("SELECT rate8h FROM funding ORDER BY publishedAt")).toEqual([
      {rate8h: 2e-4},
      {rate8h: 3e-4}
    ]);
  });

  it("follows the settings that rates are read by", async () => {
    await bookRates(test, [[at(0), 8, 500]], at(1));
    await test.reopen({fundingIntervalUnit: "ns"});
    await test.derive();
    expect(await hours("intervalHours, updates")).toEqual([[0, 0.5, 1]]);
  });

  it("adds up over any hours to what the rates give one by one", async () => {
    const intervals = [1, 4, 4, 6, null];
    const rates = Array.from({length: 150}, (_, i): Rate => {
      const seconds = Math.floor(i * 1700 + 900 * Math.sin(i * 7)) + (i > 90 ? at(9) : 0); // with a silence
      return [seconds + 1000, 10 * Math.sin(i), intervals[Math.floor(i / 11) % 5] ?? null];
    });
    const end = at(80);
    await bookRates(test, rates, end);
    for (const [since, until] of [
      [0, 80],
      [7, 8],
      [24, 48],
      [40, 62],
      [79, 80]
    ] as const) {
      const span = [since, until].map((hour) => `make_timestamp(${midnight} + ${hour * 3.6e9}::BIGINT)`);
      const [one = {}] = await test.records(`SELECT
          sum(rate8h * seconds) / sum(seconds) FILTER (rate8h IS NOT NULL) AS meanRate8h,
          sum(seconds) FILTER (rate8h IS NOT NULL) AS seconds,
          (SELECT accrued FROM ${accrualOf("[5]", `${span}`)}) AS accrued
        FROM carry_forward('funding', [5], ${span})`);
      const [all = {}] = await test.records(`SELECT sum(accrued) AS accrued, sum(seconds) AS seconds,
          28800 * sum(accrued) / sum(seconds) AS meanRate8h
        FROM funding_1h WHERE startedAt >= ${span[0]} AND startedAt < ${span[1]}`);
      const own = byHand(rates, at(since), at(until));
      for (const sums of [one, all]) {
        expect(sums.seconds).toBeCloseTo(own.seconds, 1);
        expect(sums.accrued).toBeCloseTo(own.accrued, 8);
        expect(sums.meanRate8h).toBeCloseTo((own.accrued / own.seconds) * 28_800, 8);
      }
    }
  }, 60_000);
});

describe("funding_1d", () => {
  it("is what its hours give", async () => {
    await bookRates(test, ratesOf("1:00 8 8; 2:00 -8 4; 3:00 0 8; 23:30 16 8"), at(25));
    const [first, next] = await test.records("FROM funding_1d ORDER BY startedAt");
    // One hour of 8e-4 over 8 h, one of -8e-4 over 4 h, 8 of nothing, half an hour of 16e-4 over 8 h.
    expect(first).toMatchObject({updates: 4, intervalHours: 8, intervalChanges: 2, seconds: at(10, 30)});
    expect(first?.accrued).toBeCloseTo(8e-4 / 8 - 8e-4 / 4 + 16e-4 / 16, 15);
    expect(first?.meanRate8h).toBeCloseTo((Number(first?.accrued) * 28_800) / at(10, 30), 12);
    expect(first).toMatchObject({firstRate8h: 8e-4, lowRate8h: -16e-4, highRate8h: 16e-4, lastRate8h: 16e-4});
    expect(first).toMatchObject({firstAt: "2026-03-08T01:00:00Z", lowAt: "2026-03-08T02:00:00Z"});
    expect(next).toMatchObject({updates: 0, seconds: 3600, firstRate8h: 16e-4, firstAt: null});
  });
});

function byHand(rates: Rate[], since: number, until: number): {seconds: number; accrued: number} {
  let [seconds, accrued] = [0, 0];
  rates.forEach(([from, bps, hours], i) => {
    if (hours === null) return;
    const end = Math.min(rates[i + 1]?.[0] ?? Infinity, from + hours * 3600, until);
    const stood = Math.max(0, end - Math.max(from, since));
    seconds += stood;
    accrued += (bps * 1e-4 * stood) / (hours * 3600);
  });
  return {seconds, accrued};
}
