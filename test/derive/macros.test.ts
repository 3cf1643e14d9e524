import fc from "fast-check";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {query} from "../../loaders/database/query.js";
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

  it("is null where either is null", async () => {
    const sql = "SELECT human_value(NULL::DOUBLE, -8), human_value(5::DOUBLE, NULL::DOUBLE)";
    expect((await query(test.store.connection, sql)).rows).toEqual([[null, null]]);
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

describe("view_start(firstPublishedAt, lastPublishedAt, most)", () => {
  it.each([
    ["2026-05-01 00:00:00", "2026-05-11 14:00:00", "as long as it may be"],
    ["2026-05-12 10:00:00", "2026-05-12 10:00:00", "from the first update on"],
    ["2026-05-12 13:59:30", "2026-05-12 13:59:00", "a minute"],
    ["2026-05-12 14:00:00", "2026-05-12 13:59:00", "of one instant a minute"]
  ])("after a first update at %s begins at %s: %s", async (first, start) => {
    const sql = `SELECT view_start(TIMESTAMP '${first}', TIMESTAMP '2026-05-12 14:00:00', INTERVAL 24 HOUR)::VARCHAR`;
    expect((await query(test.store.connection, sql)).rows).toEqual([[start]]);
  });
});
