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
  it("chooses its axes, adds a column for a missing day, and has two colours around zero", () => {
    const chart = draw(changes);
    expect(find(chart, "figcaption").textContent).toBe("change by day and symbol");
    expect(textsIn(chart)).toEqual([
      ...["A, 2026-05-11: +1.00 %", "A, 2026-05-12: +2.00 %", "A, 2026-05-13: no value", "A, 2026-05-14: +4.00 %"],
      ...["B, 2026-05-11: −1.00 %", "B, 2026-05-12: −2.00 %", "B, 2026-05-13: no value", "B, 2026-05-14: −4.00 %"]
    ]);
    expect(new Set(paintedIn(chart).map(({fill}) => fill)).size).toBe(2);
    expect(rowsOf(chart)[0]).toBe("A | 2026-05-11T00:00:00.000Z | 0.01");
  });

  it("orders numbers upwards in equal steps, and has classes for values on one side of zero", () => {
    const squares = [1, 2, 4].flatMap((x) => [0.1, 0.2].map((y) => ({xBps: x, y, z: x * y})));
    const chart = draw(squares, {x: "xBps", y: "y", value: "z"});
    expect(textsIn(chart)).toEqual([
      ...["y 0.20, x, bps 1: 0.20", "y 0.20, x, bps 2: 0.40", "y 0.20, x, bps 3: no value", "y 0.20, x, bps 4: 0.80"],
      ...["y 0.10, x, bps 1: 0.10", "y 0.10, x, bps 2: 0.20", "y 0.10, x, bps 3: no value", "y 0.10, x, bps 4: 0.40"]
    ]);
    expect(texts(chart, ".fb-body svg > text:not([text-anchor])").slice(0, 2)).toEqual(["y", "x, bps"]);
    expect(keyOf(chart)).toEqual(["from 0.10", "≥ 0.20", "≥ 0.40", "≥ 0.80"]);
    expect(paintedIn(chart).map(({opacity}) => opacity)).toEqual([0.3, 0.72, 1, 0.12, 0.3, 0.72]);
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
});

describe("weekHeat(rows, options)", () => {
  const week = (rows: Rows, options: WeekHeatOptions = {}) => weekHeat(rows, {width: 640, ...options});

  it("starts at Monday, and accepts 0 and 7 as Sunday", () => {
    for (const weekday of [0, 7]) {
      const cells = textsIn(week([1, weekday].map((day) => ({weekday: day, hour: 23, spreadBps: day}))));
      expect([cells.length, cells[23], cells.at(-1)?.slice(0, 13)]).toEqual([
        168,
        "Monday 23:00: 1.00 bps",
        "Sunday 23:00:"
      ]);
    }
  });
});
