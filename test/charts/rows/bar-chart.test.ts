// @vitest-environment jsdom
import {beforeAll, describe, expect, it} from "vitest";
import {type BarChartOptions, barChart} from "../../../src/charts/rows/bar-chart.js";
import {loadPlot} from "../../../src/ui/elements/plot.js";
import {attributes, find, rowsOf, texts} from "../kit.js";

type Rows = Parameters<typeof barChart>[0];
const lags = [3, 1, 2].map((lag) => ({lag, correlation: lag === 2 ? -0.02 : 0.1 / lag}));
const draw = (rows: Rows, options: BarChartOptions = {}) => barChart(rows, {width: 640, ...options});
const read = (chart: Element) => texts(chart, "rect > title");
const words = (rows: Rows, options: BarChartOptions = {}) => texts(draw(rows, options), ".fb-body svg text");

beforeAll(loadPlot);

describe("barChart(rows, options)", () => {
  it("draws numbers upright in their order, with a table and marked values", () => {
    const chart = draw(lags, {marks: [-0.05, 0.05]});
    expect(read(chart)).toEqual(["lag 1: 0.10", "lag 2: −0.02", "lag 3: 0.03333333"]);
    expect(rowsOf(chart, "tr").slice(0, 2)).toEqual(["lag | correlation", "1 | 0.1"]);
    expect(attributes(chart, "[stroke-dasharray] line", "y1")).toHaveLength(2);
    expect(find(chart, "svg[role=img]").getAttribute("aria-label")).toBe("correlation by lag. 3 bars.");
  });

  it("draws names below each other in their order, and no bar for a missing value", () => {
    const values = [76.46, -227.456, null];
    const chart = draw(["Equity.US.TSLA/USD", "<b>x</b>", "A"].map((symbol, i) => ({symbol, gapBps: values[i]})));
    expect(read(chart)).toEqual(["Equity.US.TSLA/USD: 76.5 bps", "<b>x</b>: −227 bps"]);
    expect(rowsOf(chart)).toEqual(["Equity.US.TSLA/USD | 76.46", "<b>x</b> | -227.456", "A | –"]);
    const [positive = NaN, negative] = attributes(chart, "g[fill-opacity] > rect", "x").map(Number);
    expect(negative).toBeLessThan(positive);
    expect(texts(chart, ".fb-body svg text")).toContain("gap, bps");
  });

  it("lists rows with an infinite value or without a number in the table only", () => {
    const chart = draw([...lags, {lag: 5, correlation: Infinity}, {lag: null, correlation: 1}] as never);
    expect([read(chart).length, rowsOf(chart).slice(3)]).toEqual([3, ["5 | –", "– | 1"]]);
  });

  it("labels axes of durations with whole minutes and hours", () => {
    const across = [4000, 9123, 15500].map((holdSeconds, i) => ({name: `n${i}`, holdSeconds}));
    expect(words(across)).toEqual(expect.arrayContaining(["0 s", "1 h", "2 h", "5 h"]));
    const upright = words([1, 4].map((lag) => ({lag, seconds: 37 * lag})));
    expect(upright).toEqual(expect.arrayContaining(["30 s", "1 min 30 s", "2 min 30 s"]));
  });
});
