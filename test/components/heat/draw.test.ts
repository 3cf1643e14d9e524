// @vitest-environment jsdom
import {expect, it} from "vitest";
import {drawHeat} from "../../../src/components/heat/draw.js";
import {heatScale, layoutOf} from "../../../src/components/heat/grid.js";
import {color} from "../../../src/components/parts/theme.js";
import {attributes, texts} from "../kit.js";

const words = {formatValue: (value: number) => `${value} %`, sides: ["below", "above"] as const, none: "nothing"};
const drawn = (values: number[][], width = 640) => {
  const rows = values.map((_, i) => ({group: i < 2 ? "BTC" : "ETH", name: `venue ${i}`}));
  const times = (values[0] ?? []).map((_, i) => Date.UTC(2026, 4, 11) + i * 3_600_000);
  const grid = {rows, times, stepMs: 3_600_000, values};
  return drawHeat(grid, heatScale(values.flat()), {layout: layoutOf(grid, width), words});
};
const cells = (picture: Element, selector: string) => attributes(picture, selector, "d").join("").match(/M/g)?.length;
const by = (fill: string) => `path[fill="${fill}"]`;

it("drawHeat(grid, scale, {layout, words}) paints above and below zero in two hues, and marks what is missing", () => {
  const picture = drawn([
    [1, -1, 0, Number.NaN],
    [2, 2, -2, 0],
    [Number.NaN, 0, 0, 1]
  ]);
  const counts = [by(color.positive), by(color.negative), "path:not([fill])"].map((each) => cells(picture, each));
  expect(counts).toEqual([4, 2, 2]);
  const opacities = [color.positive, color.negative].map((fill) =>
    attributes(drawn([[1, 2, -1, -2]]), by(fill), "fill-opacity")
  );
  expect(opacities).toEqual([
    ["0.55", "1"],
    ["0.55", "1"]
  ]); // the stronger further from zero
});

it("drawHeat(grid, scale, {layout, words}) names each group once, and says in its legend where values are beyond it", () => {
  expect(texts(drawn([[1], [1], [1]]), "text").slice(0, 5)).toEqual(["BTC", "venue 0", "venue 1", "ETH", "venue 2"]);
  const legend = (values: number[]) =>
    texts(drawn([values]), "text")
      .slice(-6)
      .join();
  expect(legend([...Array(99).fill(2), -9])).toBe("≤ -2 %,0,≥ 2 %,below,above,nothing");
  expect(legend([2, -2])).toBe("-2 %,0,2 %,below,above,nothing");
});

it.each([240, 390, 2000])("drawHeat(grid, scale, {layout, words}) stays within %d px, and has no NaN", (width) => {
  const picture = drawn([Array.from({length: 60}, (_, i) => i - 30)], width);
  expect(picture.outerHTML).not.toMatch(/NaN|undefined|Infinity/);
  const paths = attributes(picture, "path[fill]", "d").join("");
  const places = Array.from(paths.matchAll(/M([\d.]+),[\d.]+h([\d.]+)/g), ([, x, wide]) => Number(x) + Number(wide));
  expect(places).toHaveLength(59);
  expect(Math.max(...places)).toBeLessThanOrEqual(width);
});
