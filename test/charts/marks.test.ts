// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {cursorTimes} from "../../src/charts/cursor.js";
import {frame} from "../../src/charts/frame.js";
import {mark} from "../../src/charts/marks.js";
import type {Range, Series} from "../../src/charts/model.js";
import {type Track, valueExtent} from "../../src/charts/runs.js";
import {csv, tableOf} from "../../src/charts/save.js";
import {find, line} from "./kit.js";

const lay = (tracks: Track[], range: Range = [0, 4000], log = false) =>
  frame({title: "", series: [], log}, {width: 300, range, tracks});
const draw = (track: Track, range?: Range): Element => mark(track, lay([track], range));
const pathOf = (...given: Parameters<typeof draw>) => find(draw(...given), "path").getAttribute("d") ?? "";

describe("mark(track, frame)", () => {
  it("breaks a line at gaps, and draws a lone value as a dot", () => {
    const gapped = line([1, 2, NaN, 3, NaN]);
    expect([pathOf(gapped).match(/M/g)?.length, draw(gapped).querySelectorAll("circle").length]).toEqual([2, 1]);
  });

  it("draws each value of a step until the next, however close they are", () => {
    const path = pathOf(line([1, 2, 3], {shape: "step", stepMs: 60_000}), [0, 2000])
      .slice(1)
      .split("L");
    const points = path.map((point) => point.split(",").map(Number));
    const isStep = ([x, y]: number[], i: number) => i === 0 || x === points[i - 1]?.[0] || y === points[i - 1]?.[1];
    expect([points.length, points.every(isStep)]).toEqual([6, true]);
  });

  it.each([false, true])("cuts a band off at the plot, log: %s", (log) => {
    const [price, wide] = [line([1, 2, 3, 2]), line([-1e300, -5, 0, 1], {shape: "band", upper: [1e300, 9e9, 4, 1]})];
    const laid = lay([price, wide], [0, 3000], log);
    const [, path = ""] = /d="M([^Z]*)Z"/.exec(mark(wide, laid).outerHTML) ?? [];
    const heights = path.split("L").map((point) => Number(point.split(",")[1]));
    expect([heights.length, Math.min(...heights), Math.max(...heights)]).toEqual([8, laid.top - 4, laid.bottom + 4]);
  });
});

const hour = 3_600_000;
type Prices = Required<Pick<Series, "open" | "values" | "lower" | "upper">> & {values: number[]};
const candles = (prices: Prices) =>
  line(prices.values, {
    ...{...prices, shape: "candles", stepMs: hour, times: prices.values.map((_, index) => index * hour)},
    columns: ["close", "high", "low", "open"]
  });
const three = candles({open: [1, 3, 2], values: [3, 2, 2], lower: [0.5, 1.5, 2], upper: [4, 3.5, 2]});

describe("candles", () => {
  const bodies = (track: Track, range: Range = [0, 3 * hour]) =>
    Array.from(draw(track, range).querySelectorAll("rect"), (rect) => ({
      width: Number(rect.getAttribute("width")),
      isFilled: rect.getAttribute("fill") === rect.getAttribute("stroke")
    }));

  it("are hollow if they rise, and left out where a price is missing", () => {
    expect(bodies(three).map(({isFilled}) => isFilled)).toEqual([false, true, false]);
    const [lower, upper] = [
      [0.5, 1.5, 2],
      [4, 3.5, NaN]
    ];
    expect(bodies(candles({open: [1, NaN, 2], values: [3, 2, 2], lower, upper}))).toHaveLength(1);
    expect(bodies(candles({open: [], values: [], lower: [], upper: []}))).toEqual([]);
  });

  it("are saved with all four prices", () => {
    const {header, rows} = tableOf([three], [0, hour]);
    expect(csv(header, rows)).toBe(
      "time,open,high,low,close\r\n1970-01-01T00:00:00.000Z,1,4,0.5,3\r\n1970-01-01T01:00:00.000Z,3,3.5,1.5,2\r\n"
    );
  });

  it("that begin before the view are drawn, and count for axis, cursor and saved table", () => {
    const view: Range = [hour / 2, 2 * hour];
    const early = candles({open: [1, 3], values: [900, 2], lower: [0.5, 1.5], upper: [1000, 3.5]});
    const ema = {...three, key: "ema", shape: "step", columns: ["ema"]} as const;
    expect(bodies(three, [hour / 2, hour * 0.9])).toHaveLength(1);
    expect(valueExtent([early], view)?.[1]).toBeGreaterThan(1000);
    expect(valueExtent([early], [hour, 2 * hour])?.[1]).toBeLessThan(10); // it ends where the view begins
    expect(cursorTimes([three, ema], view)).toEqual([0, hour, 2 * hour]);
    const {rows} = tableOf([three, ema], view);
    expect([rows.length, rows[0]?.at(-1)]).toEqual([3, 3]);
  });
});
