import fc from "fast-check";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {query} from "../../loaders/store/database/query.js";
import {makeStore, type TestStore} from "../helpers/store.js";

let test: TestStore;

beforeAll(async () => {
  test = await makeStore();
});

afterAll(() => test.remove());

async function humanValues(pairs: readonly (readonly [number, number])[]): Promise<unknown[]> {
  const values = pairs.map(([mantissa, exponent]) => `(${literal(mantissa)}, ${literal(exponent)})`);
  const sql = `SELECT human_value(m, e) AS h FROM (VALUES ${values.join()}) AS t(m, e)`;
  return (await query(test.store.connection, sql)).rows.map(([value]) => value);
}

function literal(number: number): string {
  return `'${number}'::DOUBLE`;
}

// The decimal of the mantissa's exact value, which Number() rounds once: no arithmetic in doubles.
function nearestDouble(mantissa: number, exponent: number): number | null {
  const value = Number(`${BigInt(mantissa)}e${exponent}`);
  return Math.abs(exponent) <= 308 && Number.isFinite(value) ? value + 0 : null;
}

describe("human_value(mantissa, exponent)", () => {
  it.each([
    [11223872331053, -8, 112238.72331053],
    [8063953748222, -8, 80639.53748222],
    [227676960645, -8, 2276.76960645],
    [38770000, -12, 3.877e-5],
    [80813667608700000, -12, 80813.6676087],
    [-3725, -2, -37.25],
    [5, 3, 5000],
    [0, -8, 0],
    [1, -308, 1e-308],
    [1, -309, null],
    [1, 309, null],
    [10, 308, null],
    [1e300, 300, null]
  ])("%d × 10^%d is %d", async (mantissa, exponent, value) => {
    expect(await humanValues([[mantissa, exponent]])).toEqual([value]);
  });

  it("is the exact decimal, rounded to the nearest double", async () => {
    const mantissa = fc.oneof(
      fc.maxSafeInteger(),
      fc.bigInt({min: -(2n ** 63n), max: 2n ** 63n}).map(Number),
      fc.double({noNaN: true, min: -1e38, max: 1e38}).map(Math.trunc)
    );
    const exponent = fc.oneof(fc.integer({min: -22, max: 22}), fc.integer({min: -330, max: 330}));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(mantissa, exponent), {minLength: 50, maxLength: 200}), async (pairs) => {
        const values = (await humanValues(pairs)).map((value) => (typeof value === "number" ? value + 0 : value));
        expect(values).toEqual(pairs.map(([m, e]) => nearestDouble(m, e)));
      }),
      {numRuns: 60}
    );
  });
});

describe("local_time(instant, zone)", () => {
  it.each([
    ["2026-05-12 13:30:00", "America/New_York", "2026-05-12 09:30:00"],
    ["2026-03-08 06:59:59", "America/New_York", "2026-03-08 01:59:59"],
    ["2026-03-08 07:00:00", "America/New_York", "2026-03-08 03:00:00"],
    ["2026-11-01 05:30:00", "America/New_York", "2026-11-01 01:30:00"],
    ["2026-11-01 06:30:00", "America/New_York", "2026-11-01 01:30:00"],
    ["2026-05-12 13:30:00", "UTC", "2026-05-12 13:30:00"]
  ])("at %s in %s is %s", async (instant, zone, shown) => {
    expect(await textOf(`local_time(TIMESTAMP '${instant}', '${zone}')`)).toBe(shown);
  });

  it("is null without an instant", async () => expect(await textOf("local_time(NULL, 'UTC')")).toBeNull());
});

describe("instants of a zone's clocks, days and weeks, which begin on a Monday", () => {
  it.each([
    ["instant_at", "2026-05-12 09:30:00", "America/New_York", "2026-05-12 13:30:00"],
    ["instant_at", "2026-11-01 01:30:00", "America/New_York", "2026-11-01 05:30:00"], // the first of two
    ["instant_at", "2026-03-08 02:30:00", "America/New_York", "2026-03-08 07:30:00"], // skipped
    ["instant_at", "2026-11-01 00:30:00", "America/Havana", "2026-11-01 04:30:00"],
    ["local_day", "2026-05-12 03:59:59", "America/New_York", "2026-05-11 04:00:00"],
    ["local_day", "2026-05-12 04:00:00", "America/New_York", "2026-05-12 04:00:00"],
    ["local_day", "2026-03-08 23:00:00", "America/New_York", "2026-03-08 05:00:00"], // a day of 23 hours
    ["local_day", "2026-03-09 04:00:00", "America/New_York", "2026-03-09 04:00:00"],
    ["local_day", "2026-11-02 04:59:59", "America/New_York", "2026-11-01 04:00:00"], // a day of 25 hours
    ["local_day", "2026-11-01 04:30:00", "America/Havana", "2026-11-01 04:00:00"], // whose midnight comes twice
    ["local_day", "2026-11-01 05:30:00", "America/Havana", "2026-11-01 04:00:00"],
    ["local_day", "2026-04-24 12:00:00", "Africa/Cairo", "2026-04-23 22:00:00"], // which begins at one
    ["local_day", "2011-12-30 10:00:00", "Pacific/Apia", "2011-12-30 10:00:00"], // after a day that was left out
    ["local_day", "2011-12-30 09:59:59", "Pacific/Apia", "2011-12-29 10:00:00"],
    ["local_week", "2026-05-12 13:30:00", "America/New_York", "2026-05-11 04:00:00"],
    ["local_week", "2026-03-09 03:59:59", "America/New_York", "2026-03-02 05:00:00"],
    ["local_week", "2026-03-09 04:00:00", "America/New_York", "2026-03-09 04:00:00"]
  ])("%s(%s) in %s is %s", async (macro, time, zone, instant) => {
    expect(await textOf(`${macro}(TIMESTAMP '${time}', '${zone}')`)).toBe(instant);
  });
});

async function textOf(call: string): Promise<unknown> {
  return (await query(test.store.connection, `SELECT (${call})::VARCHAR`)).rows[0]?.[0];
}

it.each([
  ["hour_us(TIMESTAMP '2026-05-12 13:59:59.999')", Date.UTC(2026, 4, 12, 13) * 1000],
  ["hour_us(NULL::TIMESTAMP)", null],
  ["is_dated(TIMESTAMP '1999-12-31 23:59:59')", false],
  ["is_dated(TIMESTAMP '2026-05-12')", true],
  ["is_dated(now()::TIMESTAMP + INTERVAL 2 DAY)", false],
  ["is_settled(TIMESTAMP '1970-01-01 00:01:00', 0)", false],
  ["is_settled(TIMESTAMP '1970-01-01 00:01:00.000001', 0)", true],
  ["spread_bin(0)", null],
  ["round(bin_spread(spread_bin(12.5)), 1)", 12.5]
])("%s is %j", async (call, expected) => {
  expect((await query(test.store.connection, `SELECT ${call}`)).rows[0]?.[0]).toBe(expected);
});
