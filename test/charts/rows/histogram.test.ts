// @vitest-environment jsdom
import {beforeAll, describe, expect, it} from "vitest";
import {type HistogramOptions, histogram} from "../../../src/charts/rows/histogram.js";
import {loadPlot} from "../../../src/ui/elements/plot.js";
import {find, rowsOf, texts} from "../kit.js";

const values = [...Array(10).keys()].flatMap((i) => Array.from({length: 10 - i}, () => ({feedId: 7, x: i / 10})));
const draw = (rows: Parameters<typeof histogram>[0], options: HistogramOptions = {}) =>
  histogram(rows, {width: 640, ...options});
const summary = (chart: Element) => find(chart, "svg[role=img]").getAttribute("aria-label");

beforeAll(loadPlot);

describe("histogram(rows, options)", () => {
  it("counts rows in bins of round width, and marks median and p95", () => {
    const chart = draw(values, {bins: 10});
    expect(rowsOf(chart).slice(0, 2)).toEqual(["0 | 0.1 | 0.18181818181818182", "0.1 | 0.2 | 0.16363636363636364"]);
    expect(summary(chart)).toBe("x. Median 0.30, 95th percentile 0.80.");
    expect(texts(chart, "thead th")).toEqual(["xFrom", "xTo", "share"]);
  });

  it("weighs rows, and ignores those without value or weight", () => {
    const values = [1, 2, 3, 4, null];
    const weighed = [30, 30, 0, null, 9].map((seconds, i) => ({x: values[i], seconds}));
    const chart = draw(weighed, {weight: "seconds", of: "the time", bins: 1, quantiles: [0.5], title: "Time"});
    expect(rowsOf(chart).map((row) => row.split(" | ")[2])).toEqual(["1"]);
    expect(summary(chart)).toBe("Time. Median 1.");
    expect(texts(chart, "rect > title")).toEqual(["1 to 2: 100.00 % of the time"]);
  });

  it("states the share beyond the usual values, or beyond the domain", () => {
    const far = [...values, {feedId: 7, x: 1000}];
    expect(summary(draw(far))).toContain("1.79 % of rows above");
    const chart = draw(values, {domain: [0.2, 0.5], bins: 3, format: "percent"});
    expect(rowsOf(chart).map((row) => row.split(" | ")[0])).toEqual(["0.2", "0.3", "0.4"]);
    expect(summary(chart)).toContain("34.55 % of rows below 20.00 %, not shown");
  });
});
