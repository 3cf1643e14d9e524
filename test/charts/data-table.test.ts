// @vitest-environment jsdom
import {expect, it} from "vitest";
import {timeChart} from "../../src/charts/time.js";
import {formatBps} from "../../src/format/format.js";
import {find, line, rowsOf} from "./kit.js";

let count = 0;
const open = (chart: Element) => find(chart, "button[aria-expanded]").click();

function make(values: number[], options = {}): HTMLElement {
  const series = [line(values, {label: "<b>Up"})];
  const chart = timeChart({title: `Table ${count++}`, width: 640, formatValue: String, series, ...options});
  document.body.replaceChildren(chart);
  return chart;
}

it("dataTable(title, source) is built when the reader opens it, and shows the values as text", () => {
  const chart = make([1, NaN, 3]);
  const state = () => [find(chart, "button[aria-expanded]").getAttribute("aria-expanded"), rowsOf(chart, "tr")];
  expect(state()).toEqual(["false", []]);
  open(chart);
  const rows = ["00 UTC | 1", "01 UTC | –", "02 UTC | 3"].map((row) => `1970-01-01 00:00:${row}`);
  expect(state()).toEqual(["true", ["Time | <b>Up", ...rows]]);
  expect(find(chart, "caption").textContent).toMatch(/1970-01-01 00:00 UTC to .*: all times$/);
  open(chart);
  expect(state()).toEqual(["false", []]);
});

it("dataTable(title, source) samples 200 rows evenly from the first to the last, and says so", () => {
  const chart = make(Array.from({length: 12_345}, (_, index) => index));
  open(chart);
  const rows = rowsOf(chart);
  expect([new Set(rows).size, rows[0]?.endsWith("| 0"), rows.at(-1)?.endsWith("| 12344")]).toEqual([200, true, true]);
  expect(find(chart, "caption").textContent).toContain("200 of 12,345 times, evenly sampled");
});

it("dataTable(title, source) adds digits until different values look different", () => {
  const chart = make([1.234, 1.2341], {formatValue: (value: number, more = 0) => formatBps(value, {more})});
  open(chart);
  expect(rowsOf(chart).map((row) => row.split("| ")[1])).toEqual(["1.2340 bps", "1.2341 bps"]);
});
