// @vitest-environment jsdom
import {beforeAll, expect, it} from "vitest";
import {loadPlot} from "../../../src/ui/elements/plot.js";
import {confidenceChart} from "../../../src/views/spreads/confidence.js";
import {find, rowsOf} from "../../charts/kit.js";

const step = 10 ** 0.1;
const bin = (x: number, y: number, seconds: number | null) => ({
  ...{fromConfidence: 1.2 * step ** x, toConfidence: 1.2 * step ** (x + 1)},
  ...{fromSpread: 0.4 * step ** y, toSpread: 0.4 * step ** (y + 1), seconds}
});
const bins = [0, 1, 2].flatMap((x) => [3, 4, 5, 6].map((y) => bin(x, y, 1 + ((x * 7 + y * 3) % 11))));
const chartOf = (rows: ReturnType<typeof bin>[], options = {}) =>
  confidenceChart(rows, {symbol: "x", width: 640, ...options});

beforeAll(loadPlot);

it("confidenceChart(rows, {symbol}) draws bins, and the line of equal spread and confidence if it crosses them", () => {
  const chart = chartOf(bins, {widerShare: 0.17079999999999998});
  expect(chart.querySelectorAll(".fb-body svg rect")).toHaveLength(12);
  expect(chart.textContent).toContain("spread = confidence");
  expect(chartOf([bin(30, 0, 1), bin(31, 1, 1)]).textContent).not.toContain("spread = confidence");
});

it.each([
  [0.3, "The spread was wider than the confidence for 30.00 % of the time in which both were known."],
  [null, "It is unknown how often the spread was wider than the confidence."]
])("confidenceChart(rows, {widerShare: %s}) says for how much of the time the spread was wider", (widerShare, text) => {
  const chart = chartOf([bin(0, 0, 30), bin(0, 9, 10)], {widerShare});
  expect(find(chart, "svg[role=img]").getAttribute("aria-label")).toBe(`x spread against confidence. ${text}`);
  expect(rowsOf(chart).map((row) => row.split(" | ").at(-1))).toEqual(["0.75", "0.25"]);
});
