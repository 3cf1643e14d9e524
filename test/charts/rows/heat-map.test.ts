// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {
  type HeatMapOptions,
  heatMap,
  matrix,
  type WeekHeatOptions,
  weekHeat
} from "../../../src/charts/rows/heat-map.js";
import {start} from "../fixture.js";
import {find, paintedIn, rowsOf, texts, textsIn} from "../kit.js";

type Rows = Parameters<typeof heatMap>[0];
const draw = (rows: Rows, options: HeatMapOptions = {}) => heatMap(rows, {width: 640, ...options});
const keyOf = (chart: Element) => {
  const squares = Array.from(chart.querySelectorAll("rect[rx] + text"));
  return squares.map(({textContent}) => textContent);
};
const day = 86_400_000;
const changes = ["A", "B"].flatMap((symbol, j) =>
  [0, 1, 3].map((i) => ({day: new Date(start + i * day), symbol, change: (j === 0 ? 1 : -1) * (i + 1) * 0.01}))
);

describe("heatMap(rows, options)", () => {
  it("finds its axes, has a column for a missing day, and two colours around zero", () => {
    const chart = draw(changes);
    expect(find(chart, "figcaption").textContent).toBe("change by day and symbol");
    expect(textsIn(chart)).toEqual([
      ...["A, 2026-05-11: 1.00 %", "A, 2026-05-12: 2.00 %", "A, 2026-05-13: no value", "A, 2026-05-14: 4.00 %"],
      ...["B, 2026-05-11: −1.00 %", "B, 2026-05-12: −2.00 %", "B, 2026-05-13: no value", "B, 2026-05-14: −4.00 %"]
    ]);
    expect(new Set(paintedIn(chart).map(({fill}) => fill)).size).toBe(2);
    expect(rowsOf(chart)[0]).toBe("A | 2026-05-11T00:00:00.000Z | 0.01");
  });

  it("has numbers upwards, in equal steps, and classes where all are on one side", () => {
    const squares = [1, 2, 4].flatMap((x) => [0.1, 0.2].map((y) => ({x, y, z: x * y})));
    const chart = draw(squares, {x: "x", y: "y", value: "z"});
    expect(textsIn(chart)).toEqual([
      ...["y 0.20, x 1: 0.20", "y 0.20, x 2: 0.40", "y 0.20, x 3: no value", "y 0.20, x 4: 0.80"],
      ...["y 0.10, x 1: 0.10", "y 0.10, x 2: 0.20", "y 0.10, x 3: no value", "y 0.10, x 4: 0.40"]
    ]);
    expect(texts(chart, ".fb-body svg > text:not([text-anchor])").slice(0, 2)).toEqual(["y", "x"]);
    expect(keyOf(chart)).toEqual(["from 0.10", "≥ 0.20", "≥ 0.40", "≥ 0.80"]);
  });

  it("tells what is rare from what most cells have, by classes, and in proportion, with a key of the sides there are", () => {
    const rows = Array.from({length: 30}, (_, hour) => ({hour, name: "A", staleShare: hour === 22 ? 0.94 : 0.25}));
    const tinted = (options: HeatMapOptions) => {
      const chart = draw(rows, {x: "hour", y: "name", ...options});
      return [keyOf(chart), [...new Set(paintedIn(chart).map(({opacity}) => opacity))]];
    };
    expect(tinted({}).flat()).toEqual(["from 25.00 %", "≥ 94.00 %", 0.12, 1]);
    expect(tinted({scale: "zero", limit: 1}).flat()).toEqual(["50.00 %", "100.00 %", 0.33, 0.95]);
  });

  it("says so without rows or values, and what is wrong", () => {
    expect(draw([]).textContent).toBe("Heat mapNo rows: the query found none.");
    expect(texts(draw([{a: "x", b: "y", v: null}], {value: "v"}), ".fb-body text")).toEqual([
      "no values in these rows"
    ]);
    expect(() => draw(changes, {value: "chnge"})).toThrow('no column "chnge" in these rows: change?');
    expect(() => draw([...changes, ...changes])).toThrow(
      "several rows have day 2026-05-11 and symbol A, where heatMap draws one cell: add GROUP BY day, symbol to the query"
    );
    const many = Array.from({length: 401}, (_, i) => ({a: "x", b: `y${i}`, v: i}));
    expect(() => draw(many, {y: "b"})).toThrow("heatMap shows at most 400 values of b, not 401: round them in SQL");
    expect(() => draw(changes, {scale: "zer" as "zero"})).toThrow('heatMap has no scale "zer": zero?');
  });
});

describe("matrix(rows, options)", () => {
  const names = ["A", "B", "C"];
  const cells = names.flatMap((a, i) => names.map((b, j) => ({a, b, corr: i === j ? 1 : i + j === 1 ? -0.004 : 0.5})));

  it("writes values into the cells, tinted up to 1", () => {
    const chart = matrix(cells, {width: 640});
    expect(texts(chart, "text[dominant-baseline=central]").slice(3, 6)).toEqual(["1.00", "0.00", "0.50"]);
    expect(Math.max(...paintedIn(chart).map(({opacity}) => opacity))).toBe(0.5);
  });

  it("writes larger values whole, and those with a unit as their column's name says, tinted up to the largest", () => {
    const inside = (rows: Rows) => texts(matrix(rows, {width: 640}), "text[dominant-baseline=central]").slice(2);
    const gaps = [130.65, -227.46].map((gap, i) => ({at: "Sat", symbol: `S${i}`, gap, gapBps: gap, change: gap / 1e4}));
    expect(inside(gaps.map(({at, symbol, gap}) => ({at, symbol, gap})))).toEqual(["131", "−227"]);
    const changes = gaps.map(({at, symbol, change}) => ({at, symbol, change}));
    expect(inside(changes)).toEqual(["1.31 %", "−2.27 %"]);
    const painted = paintedIn(matrix(changes, {width: 640}));
    expect(Math.max(...painted.map(({opacity}) => opacity))).toBe(0.5);
    expect(keyOf(matrix(changes, {width: 640}))).toEqual(["−2.27 %", "−1.14 %", "1.14 %", "2.27 %"]);
  });
});

describe("weekHeat(rows, options)", () => {
  const week = (rows: Rows, options: WeekHeatOptions = {}) => weekHeat(rows, {width: 640, ...options});

  it("takes weekdays from Monday, and both 0 and 7 as Sunday", () => {
    for (const weekday of [0, 7]) {
      const told = textsIn(week([1, weekday].map((day) => ({weekday: day, hour: 23, spreadBps: day}))));
      expect([told.length, told[23], told.at(-1)?.slice(0, 13)]).toEqual([
        168,
        "Monday 23:00: 1.00 bps",
        "Sunday 23:00:"
      ]);
    }
  });

  it("says what is wrong", () => {
    const row = {weekday: 1, hour: 3, v: 1};
    expect(() => week([{day: 1, hour: 3, v: 1}])).toThrow('no column "weekday" in these rows: there are day, hour, v');
    expect(() => week([row, row])).toThrow(
      "several rows have Monday 03:00, where weekHeat draws one cell: add GROUP BY weekday, hour to the query"
    );
    expect(() => week([{...row, hour: 24}])).toThrow("weekHeat takes whole numbers from 0 to 23 as hour, not 24");
    expect(week([]).textContent).toBe("Hours of the weekNo rows: the query found none.");
  });
});
