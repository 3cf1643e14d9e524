import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {openSnapshot, type Snapshot} from "../../loaders/snapshot/snapshot.js";
import type {Opening} from "../../src/duckdb/sql/opening.js";
import {keyOf} from "../../src/duckdb/sql/parameters.js";
import {readPick} from "../../src/inputs/pick.js";
import type {State} from "../../src/url/state.js";
import {makeSpike, spike} from "../helpers/stores/spike.js";
import {answerOf, openingOf} from "./queries.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-spikes-"));
const path = join(folder, "feeds.duckdb");
let snapshot: Snapshot;

beforeAll(async () => {
  await makeSpike(path);
  snapshot = await openSnapshot(path);
  for (const {page} of charts) openings.set(page, await openingOf(path, page));
});
afterAll(() => {
  snapshot.close();
  rmSync(folder, {recursive: true});
});

const zooms = [12, 2, 0.1].map((hours) => {
  const [from = "", until = ""] = [-1, 1].map((sign) => new Date(Date.parse(spike.at) + sign * hours * 1.8e6).toJSON());
  return `${from}..${until}`;
});
const states: State[] = [{}, {range: "all"}, {range: "24h"}, ...zooms.map((zoom) => ({zoom}))];
const widths = [1146, 270];

// The height of the spike in each chart.
const charts = [
  {page: "prices", id: "updates", value: "high", height: spike.price},
  {page: "spreads", id: "series", value: "maxSpreadBps", height: spike.spreadBps},
  {page: "funding", id: "rates", value: "rate8h", height: spike.rate8h}
];
const openings = new Map<string, Opening>();
const cases = charts.flatMap((chart) =>
  widths.flatMap((width) => states.map((state) => ({...chart, width, state, search: new URLSearchParams(state)})))
);

describe("the chart of 100,000 updates", () => {
  it.each(cases)("of /$page?$search at $width px includes the spike", async ({state, width, ...chart}) => {
    const {rows, picked} = await drawn(chart, state, width);
    expect(Math.max(...rows.map((row) => Number(row[chart.value])))).toBeCloseTo(chart.height, 9);
    expect(rows.length).toBeGreaterThan(20);
    const feeds = picked.feeds?.length ?? 0;
    expect(rows.length).toBeLessThanOrEqual(4 * width + 4 * feeds); // the updates before the view
  });
});

async function drawn({page, id}: {page: string; id: string}, state: State, width: number) {
  const picked = readPick(openings.get(page) as Opening, state, width);
  const values = Object.entries(picked).map(([name, value]) => [name, keyOf(value) ?? null]);
  return {picked, rows: await answerOf(snapshot, `${page}.md ${id}`, Object.fromEntries(values))};
}
