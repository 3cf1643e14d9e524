// @vitest-environment jsdom
import {beforeAll, describe, expect, it} from "vitest";
import {type LineChartOptions, lineChart} from "../../../src/charts/rows/line-chart.js";
import {loadPlot} from "../../../src/ui/elements/plot.js";
import {find, rowsOf, texts} from "../kit.js";

const sizes = [100, 1, 10, 1000].flatMap((size) =>
  ["ETH", "BTC"].map((symbol, j) => ({
    size,
    symbol,
    priceFeedId: j,
    spreadBps: size === 10 ? null : 0.2 + (j + 1) * size
  }))
);
const draw = (rows: Parameters<typeof lineChart>[0], options: LineChartOptions = {}) =>
  lineChart(rows, {width: 640, ...options});

beforeAll(loadPlot);

describe("lineChart(rows, options)", () => {
  it("draws a line per name, with levels, legend, table and words", () => {
    const chart = draw(sizes, {title: "Spread by size", logX: true, levels: [{value: 500, text: "<b>costs</b>"}]});
    expect(texts(chart, ".fb-body svg text")).toEqual(
      expect.arrayContaining(["spread, bps", "size", "1", "10", "100", "1,000", "<b>costs</b>"])
    );
    expect(texts(chart, ".fb-entry")).toEqual(["ETH", "BTC"]);
    expect(texts(chart, "rect > title")[0]).toBe("size 1\nETH: 1.20 bps\nBTC: 2.20 bps");
    expect(texts(chart, "thead th")).toEqual(["size", "ETH", "BTC"]);
    expect(rowsOf(chart)).toEqual(["1 | 1.2 | 2.2", "10 | – | –", "100 | 100.2 | 200.2", "1000 | 1000.2 | 2000.2"]);
    expect(find(chart, "svg[role=img]").getAttribute("aria-label")).toContain("ETH: 4 values, lowest 1.20 bps");
  });

  it.each([false, true])("fits its axis to the lines, and names other levels at the edge, log: %s", (log) => {
    const near = [1, 2, 3, 4].map((x) => ({x, v: 2 + x / 10}));
    const levels = [1000, 2000, 0, 2.2].map((value) => ({value, text: `of ${value}`}));
    const shown = (given: typeof levels) => texts(draw(near, {log, levels: given}), ".fb-body svg text");
    expect(shown(levels).filter((text) => !text.includes("of"))).toEqual(shown([]));
    expect(shown(levels)).toEqual(expect.arrayContaining(["↑ of 1000  ↑ of 2000", "↓ of 0", "of 2.2"]));
  });
});
