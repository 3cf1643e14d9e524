// @vitest-environment jsdom
import {expect, it} from "vitest";
import {chartState, closedHours, offerClosed} from "../../src/inputs/chart.js";
import {controls} from "../../src/inputs/controls.js";
import {readPick} from "../../src/inputs/pick.js";
import {inUrl} from "../../src/url/state.js";
import {find, texts} from "../charts/kit.js";
import {opening} from "../duckdb/sql/opening.js";

const at = (hour: number) => Date.UTC(2026, 4, 12, hour);
const zoomed = "zoom=2026-05-12T10:00:00Z..2026-05-12T11:00:00Z";
const picked = readPick(opening, {zoom: zoomed.slice(5), step: "3"});

it("chartState(picked) has the zoom within the range", () => {
  const {domain, zoom: range, source} = picked;
  expect(chartState(picked)).toMatchObject({domain, range, hidden: null, stepMs: 5000, source, skipClosed: false});
});

it("chartState(picked) keeps the hidden series of all charts of the page in the URL", () => {
  const searchAfter = (hidden: string[], all: string[]) => {
    chartState(picked).onToggle?.(hidden, all);
    return location.search;
  };
  const lines = ["price", "ema", "bidAsk"];
  expect(searchAfter(["ema", "bidAsk"], lines)).toBe("?hide=ema,bidAsk");
  expect(searchAfter(["publishers"], ["publishers"])).toBe("?hide=ema,bidAsk,publishers");
  expect(chartState(picked).hidden).toEqual(["ema", "bidAsk", "publishers"]);
  expect([searchAfter([], ["publishers"]), searchAfter([], lines)]).toEqual(["?hide=ema,bidAsk", "?hide="]);
});

it("chartState(picked) writes a zoom before any other change, and once", async () => {
  chartState(picked).onZoom?.([at(10), at(11)]);
  inUrl({tz: null}).keep({tz: "local"});
  expect(location.search).toBe(`?${zoomed}&tz=local`);
  chartState(picked).onZoom?.(null);
  inUrl({range: null, zoom: null}).keep({range: "1h", zoom: null});
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(location.search).toBe("?tz=local&range=1h");
});

it("offerClosed(rows) offers no step that is finer than the data, and says how far apart these are", () => {
  history.replaceState(null, "", "/prices?range=1h");
  document.body.replaceChildren(controls(opening, {choices: {closed: closedHours}}));
  const rows = [0, 10, 20, 30].map((minute) => ({
    publishedAt: new Date(at(13) + 60_000 * minute),
    marketSession: "regular"
  }));
  offerClosed(rows);
  const select = find<HTMLSelectElement>(document, "select[aria-label=Step]");
  expect(texts(select, "option:not([disabled])").slice(0, 2)).toEqual(["data: 10 min", "10 min"]);
  expect(find<HTMLFieldSetElement>(document, "[data-choice=closed]").disabled).toBe(true);
});
