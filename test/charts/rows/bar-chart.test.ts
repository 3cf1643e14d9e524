// @vitest-environment jsdom
import {beforeAll, describe, expect, it} from "vitest";
import {type BarChartOptions, barChart} from "../../../src/charts/rows/bar-chart.js";
import {loadPlot} from "../../../src/ui/elements/plot.js";
import {attributes, find, rowsOf, texts} from "../kit.js";

const lags = [3, 1, 2].map((lag) => ({lag, correlation: lag === 2 ? -0.02 : 0.1 / lag}));
const gaps = ["Equity.US.TSLA/USD", "<b>x</b>", "A"].map((symbol, i) => ({symbol, gapBps: [76.46, -227.456, null][i]}));
const draw = (rows: Parameters<typeof barChart>[0], options: BarChartOptions = {}) =>
  barChart(rows, {width: 640, ...options});
const read = (chart: Element) => texts(chart, "rect > title");

beforeAll(loadPlot);

describe("barChart(rows, options)", () => {
  it("has numbers upright, in their order, with values marked across", () => {
    const chart = draw(lags, {marks: [-0.05, 0.05]});
    expect(read(chart)).toEqual(["lag 1: 0.10", "lag 2: −0.02", "lag 3: 0.03333333"]);
    expect(rowsOf(chart)[0]).toBe("1 | 0.1");
    expect(texts(chart, "thead th")).toEqual(["lag", "correlation"]);
    expect(find(chart, "svg[role=img]").getAttribute("aria-label")).toBe("correlation by lag. 3 bars.");
  });

  it("has names below each other, as they come, and no bar without a value", () => {
    const chart = draw(gaps);
    expect(read(chart)).toEqual(["Equity.US.TSLA/USD: 76.5 bps", "<b>x</b>: −227 bps"]);
    expect(rowsOf(chart)).toEqual(["Equity.US.TSLA/USD | 76.46", "<b>x</b> | -227.456", "A | –"]);
    const lost = draw([...lags, {lag: 5, correlation: Infinity}, {lag: null, correlation: 1}] as never);
    expect([read(lost).length, rowsOf(lost).slice(3)]).toEqual([3, ["5 | –", "– | 1"]]);
    expect(chart.querySelector("b")).toBeNull();
    const [positive, negative] = attributes(chart, "g[fill-opacity] > rect", "x").map(Number);
    expect(negative).toBeLessThan(positive ?? NaN);
    expect(texts(chart, ".fb-body svg text")).toContain("gap, bps");
    expect(texts(draw([{name: "a", bps: 1}]), ".fb-body svg text")).toContain("bps"); // that is its unit, too
  });

  it("has whole minutes and hours on an axis of durations, with room for them", () => {
    const ticks = (rows: Parameters<typeof barChart>[0]) => texts(draw(rows), ".fb-body svg text");
    const held = [4000, 9123, 15500].map((holdSeconds, i) => ({name: `n${i}`, holdSeconds}));
    expect(ticks(held)).toEqual(expect.arrayContaining(["0 s", "1 h", "2 h", "5 h"]));
    const upright = ticks([1, 4].map((lag) => ({lag, seconds: 37 * lag})));
    expect(upright).toEqual(expect.arrayContaining(["30 s", "1 min 30 s", "2 min 30 s"]));
  });

  it("tells near bars and numbers apart", () => {
    const near = [80639.53748222, 80639.53748223].map((price, i) => ({price, share: 0.5 + i * 1e-6}));
    expect(read(draw(near, {x: "price", y: "share"}))).toEqual([
      "price 80,639.53748222: 50.00 %",
      "price 80,639.53748223: 50.0001 %"
    ]);
  });

  it("has whole names on a phone while they leave room for the bars, and else their ends", () => {
    const labels = (name: string) => texts(draw([{name, v: 1}], {width: 343}), ".fb-body svg text").join("\n");
    expect(labels("Binance → Hyperliquid, DOGE")).toMatch(/^Binance → Hyperliquid, DOGE$/m);
    expect(labels("a name that is too long for much more than half of a phone")).toMatch(/^….{5,20}phone$/m);
  });

  it("says so without rows or values, and what is wrong", () => {
    expect(draw([]).textContent).toBe("BarsNo rows: the query found none.");
    expect(texts(draw([{a: "x", v: null}], {y: "v"}), ".fb-body text")).toEqual(["no values in these rows"]);
    expect(() => draw(lags, {y: "corelation"})).toThrow('no column "corelation" in these rows: correlation?');
    expect(() => draw([...lags, ...lags])).toThrow(
      "several rows have lag 3, where barChart draws one bar: add GROUP BY lag to the query"
    );
    const many = Array.from({length: 401}, (_, i) => ({i, v: i}));
    expect(() => draw(many)).toThrow("barChart shows at most 400 bars, not 401: LIMIT them in SQL");
  });
});
