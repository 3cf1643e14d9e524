import {beforeAll, describe, expect, it} from "vitest";
import {querySnapshot} from "../../loaders/snapshot/snapshot.js";
import {toRecords} from "../../loaders/store/database/query.js";
import type {Opening} from "../../src/duckdb/sql/opening.js";
import {keyOf} from "../../src/duckdb/sql/parameters.js";
import type {Resolution} from "../../src/format/resolution.js";
import {readPick} from "../../src/inputs/pick.js";
import {answerOf, openingOf, sharedSnapshot} from "./queries.js";

// 200 hours of rates: all of them, and as many as a small snapshot holds.
let [whole, cut] = ["", ""];
const openings = new Map<string, Opening>();
beforeAll(async () => {
  [whole, cut] = [await sharedSnapshot("whole"), await sharedSnapshot("cut")];
}, 60_000);

const before = "2026-05-05T00:00:00Z..2026-05-07T00:00:00Z"; // what the small one has no updates of

describe("funding.md, of a time before the updates of the snapshot", () => {
  it("draws from hours, and from every rate where they are there", async () => {
    expect([(await pickOf(whole)).resolution, (await pickOf(cut)).resolution]).toEqual(["raw", "1h"]);
  });

  it("has the same means and last rates, one by one, by hours and by days", async () => {
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

  it("has every rate that is drawn among those that were published, and the outermost of them", async () => {
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

  // A rate a minute, and sines: of a bar that goes on, its first is the last that is known.
  it.each([
    ["2026-05-07T00:00:00Z", {raw: "2026-05-07T00:00:00Z", bar: "2026-05-07T00:00:00Z"}],
    ["2026-05-07T00:05:00Z", {raw: "2026-05-07T00:05:00Z", bar: "2026-05-07T00:00:00Z"}],
    ["2026-05-06T23:59:30Z", {raw: "2026-05-06T23:59:00Z", bar: "2026-05-06T23:59:00Z"}]
  ])("has the last rate of each feed at its end, %s, and none that came after it", async (until, {raw, bar}) => {
    const zoom = `2026-05-05T00:00:00Z..${until}`;
    for (const [resolution, at] of [
      ["raw", raw],
      ["1h", bar],
      ["1d", bar]
    ] as const) {
      const published = (await every()).filter(({publishedAt}) => publishedAt === at);
      const expected = Object.fromEntries(published.map(({priceFeedId, rate8h}) => [priceFeedId, Number(rate8h)]));
      const rows = await answer(resolution === "raw" ? whole : cut, "means", {resolution, zoom});
      expect(rows).toHaveLength(2);
      for (const row of rows) expect(row.rate8h).toBeCloseTo(expected[String(row.priceFeedId)] ?? Number.NaN, 14);
    }
  });

  it("has the same steps, and the same in all that a long paid, by hours and by days", async () => {
    expect(tidy(await answer(cut, "steps"))).toEqual(tidy(await answer(whole, "steps")));
    const total = async (path: string, resolution: Resolution) =>
      Object.fromEntries((await answer(path, "accrued", {resolution})).map((row) => [row.priceFeedId, row.accrued]));
    const exact = await total(whole, "raw");
    expect(Object.keys(exact)).toEqual(["112", "113"]);
    for (const resolution of ["1h", "1d"] as const)
      for (const [id, accrued] of Object.entries(await total(cut, resolution)))
        expect(Number(accrued)).toBeCloseTo(Number(exact[id]), 7);
  });

  it("knows all intervals, and all days", async () => {
    for (const table of ["funding_intervals", "funding_1d"]) {
      const [held, all] = [
        await records(cut, `FROM ${table} ORDER BY ALL`),
        await records(whole, `FROM ${table} ORDER BY ALL`)
      ];
      expect(held.length).toBeGreaterThan(2);
      expect(tidy(held)).toEqual(tidy(all));
    }
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

// A sum of doubles depends on the order of its parts, in the last digits.
function tidy(rows: Record<string, unknown>[]): unknown {
  return JSON.parse(JSON.stringify(rows), (_, value) =>
    typeof value === "number" ? Number(value.toPrecision(10)) : value
  );
}
