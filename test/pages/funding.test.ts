import {beforeAll, describe, expect, it} from "vitest";
import {querySnapshot} from "../../loaders/snapshot/snapshot.js";
import {toRecords} from "../../loaders/store/database/query.js";
import type {Opening} from "../../src/duckdb/sql/opening.js";
import {keyOf} from "../../src/duckdb/sql/parameters.js";
import type {Resolution} from "../../src/format/resolution.js";
import {readPick} from "../../src/inputs/pick.js";
import {answerOf, openingOf, sharedSnapshot} from "./queries.js";

// 200 hours of rates, in a snapshot with all of them and in a small one.
let [whole, cut] = ["", ""];
const openings = new Map<string, Opening>();
beforeAll(async () => {
  [whole, cut] = [await sharedSnapshot("whole"), await sharedSnapshot("cut")];
}, 60_000);

const before = "2026-05-05T00:00:00Z..2026-05-07T00:00:00Z"; // the small snapshot has only hours of this time

describe("funding.md before the single rates of a small snapshot", () => {
  it("computes the same means from single rates, hours and days", async () => {
    const rates = await answer(whole, "means");
    expect(rates.length).toBe(2);
    for (const resolution of ["1h", "1d"] as const) {
      const bars = await answer(cut, "means", {resolution});
      rates.forEach(({meanRate8h, ...exact}, i) => {
        expect(bars[i]).toMatchObject({symbol: exact.symbol, intervalHours: exact.intervalHours});
        expect(Number(bars[i]?.meanRate8h)).toBeCloseTo(Number(meanRate8h), 8);
      });
    }
  });

  it("draws only published rates, among them the lowest and the highest", async () => {
    const all = await answer(whole, "rates");
    const known = new Map((await every()).map((row) => [`${row.priceFeedId} ${row.publishedAt}`, row.rate8h]));
    for (const resolution of ["1h", "1d"] as const) {
      const drawn = await answer(cut, "rates", {resolution});
      expect(drawn.length).toBeGreaterThan(resolution === "1h" ? 2 * 48 : 2);
      for (const row of drawn) {
        expect(row.rate8h).toBeCloseTo(Number(known.get(`${row.priceFeedId} ${row.publishedAt}`)), 14);
        expect(row.intervalHours).toBe(row.priceFeedId === 112 ? 8 : 1);
      }
      expect(extent(drawn)).toEqual(extent(all));
    }
  });

  it("computes the same steps and payments from single rates, hours and days", async () => {
    expect(tidy(await answer(cut, "steps"))).toEqual(tidy(await answer(whole, "steps")));
    const total = async (path: string, resolution: Resolution) =>
      Object.fromEntries((await answer(path, "accrued", {resolution})).map((row) => [row.priceFeedId, row.accrued]));
    const exact = await total(whole, "raw");
    expect(Object.keys(exact)).toEqual(["112", "113"]);
    for (const resolution of ["1h", "1d"] as const)
      for (const [id, accrued] of Object.entries(await total(cut, resolution)))
        expect(Number(accrued)).toBeCloseTo(Number(exact[id]), 7);
  });
});

async function pickOf(path: string, zoom = before) {
  const opening = openings.get(path) ?? (await openingOf(path, "funding"));
  openings.set(path, opening);
  return readPick(opening, {zoom});
}

async function answer(path: string, id: string, {resolution, zoom}: {resolution?: Resolution; zoom?: string} = {}) {
  const values = Object.entries({...(await pickOf(path, zoom)), ...(resolution && {resolution})});
  const parameters = Object.fromEntries(values.map(([name, value]) => [name, keyOf(value) ?? null]));
  return await answerOf(path, `funding.md ${id}`, parameters);
}

const every = () => records(whole, "SELECT priceFeedId, publishedAt, rate8h FROM funding");

async function records(path: string, sql: string) {
  return toRecords(await querySnapshot(path, sql));
}

function extent(rows: Record<string, unknown>[]): number[] {
  const rates = rows.map(({rate8h}) => Number(rate8h));
  return [Math.min(...rates), Math.max(...rates)];
}

// The last digits of a sum depend on the order of its terms.
function tidy(rows: Record<string, unknown>[]): unknown {
  return JSON.parse(JSON.stringify(rows), (_, value) =>
    typeof value === "number" ? Number(value.toPrecision(10)) : value
  );
}
