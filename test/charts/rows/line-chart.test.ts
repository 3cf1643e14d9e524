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
  it("draws a line for each name over numbers in their order, with levels, a legend, and a gap at null", () => {
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

  it.each([false, true])("fits its axis to the lines, and names a level outside of it at the edge, log: %s", (log) => {
    const near = [1, 2, 3, 4].map((x) => ({x, v: 2 + x / 10}));
    const levels = [1000, 2000, 0, 2.2].map((value) => ({value, text: `of ${value}`}));
    const shown = (given: typeof levels) => texts(draw(near, {log, levels: given}), ".fb-body svg text");
    expect(shown(levels).filter((text) => !text.includes("of"))).toEqual(shown([]));
    expect(shown(levels)).toEqual(expect.arrayContaining(["↑ of 1000  ↑ of 2000", "↓ of 0", "of 2.2"]));
  });

  it("has exact ticks for whole numbers of 16 digits", () => {
    const large = [4, 9].map((n) => ({x: 8074254368301230 + n, v: n}));
    const ticks = texts(draw(large), ".fb-body svg text").filter((text) => text.startsWith("8,074"));
    expect(ticks.slice(0, 2)).toEqual(["8,074,254,368,301,234", "8,074,254,368,301,235"]);
    expect(new Set(ticks).size).toBe(ticks.length);
  });

  it("tells near numbers apart, and draws one line of several columns each", () => {
    const near = [1.00000001, 1.00000002].map((x, i) => ({x, a: i, b: 2 - i}));
    expect(texts(draw(near), "rect > title")).toEqual(["x 1.00000001\na: 0", "x 1.00000002\na: 1"]);
    expect(texts(draw(near, {y: ["a", "b"]}), "thead th")).toEqual(["x", "a", "b"]);
  });

  it.each<[object[], LineChartOptions, string]>([
    [
      [{at: new Date(0), v: 1}],
      {x: "at"},
      'lineChart needs numbers in at: got "1970-01-01T00:00:00.000Z": times are for x of timeChart'
    ],
    [
      [
        {x: 1, v: 1},
        {x: 1, v: 2}
      ],
      {},
      "several rows have x 1, where lineChart draws one point: name the column"
    ],
    [[{x: 1, v: 1}], {y: "w"}, 'no column "w" in these rows'],
    [[{x: 1}], {}, "lineChart finds no column of numbers in these rows: name one with y"]
  ])("says what is wrong with %j and %j", (rows, options, message) => {
    expect(() => draw(rows as never, options)).toThrow(message);
  });

  it("says so without rows or values", () => {
    expect(draw([], {title: "Mine"}).textContent).toBe("MineNo rows: the query found none.");
    expect(texts(draw([{x: 1, v: null, w: 2}], {y: "v"}), ".fb-body text")).toEqual(["no values in these rows"]);
    expect(texts(draw([{x: 5, v: 7}]), "rect > title")).toEqual(["x 5\nv: 7"]);
  });
});
