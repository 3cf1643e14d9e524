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
  it("counts rows in bins of round width, with median and p95", () => {
    const chart = draw(values, {bins: 10});
    expect(rowsOf(chart).slice(0, 2)).toEqual(["0 | 0.1 | 0.18181818181818182", "0.1 | 0.2 | 0.16363636363636364"]);
    expect(summary(chart)).toBe("x. Median 0.30, 95th percentile 0.80.");
    expect(texts(chart, "thead th")).toEqual(["xFrom", "xTo", "share"]);
  });

  it("weighs, and leaves out what has no value or no weight", () => {
    const weights: [x: number | null, seconds: number | null][] = [
      [1, 30],
      [2, 10],
      [3, 0],
      [4, null],
      [null, 9]
    ];
    const weighed = weights.map(([x, seconds]) => ({x, seconds}));
    const chart = draw(weighed, {weight: "seconds", of: "the time", bins: 1, quantiles: [0.5], title: "Time"});
    expect(rowsOf(chart).map((row) => row.split(" | ")[2])).toEqual(["1"]);
    expect(summary(chart)).toBe("Time. Median 1.");
    expect(texts(chart, "rect > title")).toEqual(["1 to 2: 100.00 % of the time"]);
  });

  it("says what it leaves out beyond the usual values, or beyond the domain", () => {
    const far = [...values, {feedId: 7, x: 1000}];
    expect(summary(draw(far))).toContain("1.79 % of rows above");
    const chart = draw(values, {domain: [0.2, 0.5], bins: 3, format: "percent"});
    expect(rowsOf(chart).map((row) => row.split(" | ")[0])).toEqual(["0.2", "0.3", "0.4"]);
    expect(summary(chart)).toContain("34.55 % of rows below 20.00 %, not shown");
  });

  it("says so without rows, or without a value", () => {
    expect(draw([], {title: "Mine"}).textContent).toBe("MineNo rows: the query found none.");
    expect(texts(draw([{x: null}], {x: "x"}), ".fb-body svg text")).toEqual(["no values in these rows"]);
  });

  it("says what is wrong", () => {
    expect(() => draw(values, {x: "y2"})).toThrow('no column "y2" in these rows: there are feedId, x');
    expect(() => draw(values, {weight: "feed"})).toThrow('no column "feed" in these rows: feedId?');
    expect(() => draw([{name: "a"}])).toThrow("histogram finds no column of numbers in these rows: name one with x");
  });
});
