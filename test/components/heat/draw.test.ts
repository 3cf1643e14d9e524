// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {drawHeat} from "../../../src/components/heat/draw.js";
import {heatScale, layoutOf} from "../../../src/components/heat/grid.js";
import {color} from "../../../src/components/parts/theme.js";

const words = {formatValue: (value: number) => `${value} %`, sides: ["below", "above"] as const, none: "nothing"};
const drawn = (values: number[][], width = 640) => {
  const rows = values.map((_, i) => ({group: i < 2 ? "BTC" : "ETH", name: `venue ${i}`}));
  const times = (values[0] ?? []).map((_, i) => Date.UTC(2026, 4, 11) + i * 3_600_000);
  const grid = {rows, times, stepMs: 3_600_000, values};
  return drawHeat(grid, heatScale(values.flat()), {layout: layoutOf(grid, width), words});
};
const cells = (picture: Element, fill: string) =>
  [...picture.querySelectorAll(`path[fill="${fill}"]`)].flatMap(
    (path) => (path.getAttribute("d") ?? "").match(/M/g) ?? []
  ).length;
const texts = (picture: Element) => [...picture.querySelectorAll("text")].map(({textContent}) => textContent);

describe("drawHeat(grid, scale, {layout, words})", () => {
  it("paints what is above and below zero in two hues, zero not at all, and marks what is missing", () => {
    const picture = drawn([
      [1, -1, 0, Number.NaN],
      [2, 2, -2, 0],
      [Number.NaN, 0, 0, 1]
    ]);
    expect([cells(picture, color.positive), cells(picture, color.negative)]).toEqual([4, 2]);
    const missing = picture.querySelector("path:not([fill])")?.getAttribute("d");
    expect(missing?.match(/M/g)).toHaveLength(2);
  });

  it("has the stronger colour further from zero, alike on both sides", () => {
    const opacity = (fill: string) =>
      [...drawn([[1, 2, -1, -2]]).querySelectorAll(`path[fill="${fill}"]`)].map((path) =>
        Number(path.getAttribute("fill-opacity"))
      );
    expect(opacity(color.positive)).toEqual([0.55, 1]);
    expect(opacity(color.negative)).toEqual([0.55, 1]);
  });

  it("names each group once, and each row", () => {
    expect(texts(drawn([[1], [1], [1]])).slice(0, 5)).toEqual(["BTC", "venue 0", "venue 1", "ETH", "venue 2"]);
  });

  it("has a legend with numbers, which says where values are beyond them", () => {
    const many = [...Array.from({length: 99}, () => 2), -9];
    expect(texts(drawn([many])).slice(-6)).toEqual(["≤ -2 %", "0", "≥ 2 %", "below", "above", "nothing"]);
    expect(texts(drawn([[2, -2]])).slice(-6)).toEqual(["-2 %", "0", "2 %", "below", "above", "nothing"]);
  });

  it.each([240, 390, 2000])("stays within %d px, and has no NaN", (width) => {
    const picture = drawn([Array.from({length: 60}, (_, i) => i - 30)], width);
    expect(picture.outerHTML).not.toMatch(/NaN|undefined|Infinity/);
    const places = [...picture.querySelectorAll("path[fill]")].flatMap((path) =>
      Array.from(
        (path.getAttribute("d") ?? "").matchAll(/M([\d.]+),[\d.]+h([\d.]+)/g),
        ([, x, wide]) => Number(x) + Number(wide)
      )
    );
    expect(places).toHaveLength(59);
    expect(Math.max(...places)).toBeLessThanOrEqual(width);
  });
});
