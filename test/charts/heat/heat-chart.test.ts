// @vitest-environment jsdom
import {expect, it} from "vitest";
import type {Heat} from "../../../src/charts/heat/drawing.js";
import {heatChart} from "../../../src/charts/heat/heat-chart.js";
import {limitOf} from "../../../src/charts/heat/tints.js";
import {attributes, find, paintedIn, textsIn} from "../kit.js";

const heat: Heat = {
  ...{title: "Heat", summary: "Two by three.", rows: ["Crypto.BTC/USD", "<b>x</b>"], columns: 3, width: 600},
  columnName: (column) => `0${column}:00`,
  none: "nothing here",
  ticks: [0, 1, 2].map((column) => ({column, text: `0${column}:00`})),
  cells: [
    {row: 0, column: 0, fill: "red", opacity: 0.5, title: "<i>first</i>"},
    {row: 1, column: 2, fill: "red", opacity: 1, title: "last"}
  ],
  key: [{fill: "red", opacity: 1, text: "all"}],
  ...{header: ["row", "column"], data: [["a", 1]], empty: "nothing"}
};

const pictureOf = (options: Partial<Heat>) => find(heatChart({...heat, ...options}), ".fb-body svg");

it("heatChart(heat) paints each cell at its row and column, and reads every cell as text, also empty ones", () => {
  const chart = heatChart(heat);
  const [first, last, ...others] = paintedIn(chart);
  expect([first?.y, last?.y, others, first?.opacity, last?.opacity]).toEqual([0, 16, [], 0.5, 1]);
  expect((600 - Number(first?.x)) / 3).toBeCloseTo(600 - Number(last?.x), 1);
  expect(find(chart, ".fb-body svg").getAttribute("aria-label")).toBe("Heat. Two by three.");
  const none = (row: string, column: number) => `${row}, 0${column}:00: nothing here`;
  expect(textsIn(chart)).toEqual([
    ...["<i>first</i>", none("Crypto.BTC/USD", 1), none("Crypto.BTC/USD", 2)],
    ...[none("<b>x</b>", 0), none("<b>x</b>", 1), "last"]
  ]);
  expect(chart.querySelector("b, i")).toBeNull();
});

it.each([
  [1600, undefined],
  [900, 40],
  [300, 90]
])("heatChart({slanted: true, width: %d}) turns labels by %s° only if needed, and none overlap", (width, angle) => {
  const names = Array.from({length: 13}, (_, column) => ({column, text: `a long name ${column}`}));
  const turns = attributes(pictureOf({slanted: true, width, columns: 13, ticks: names}), "[transform]", "transform");
  expect(turns.map((turn) => Number(/rotate\(-(\d+)/.exec(turn ?? "")?.[1]))).toEqual(
    angle === undefined ? [] : names.map(() => angle)
  );
  const [first = 0, second = Infinity] = turns.map((turn) => Number(/\((\d+)/.exec(turn ?? "")?.[1]));
  expect((second - first) * Math.sin(((angle ?? 90) * Math.PI) / 180)).toBeGreaterThan(11); // a line of text
});

const many = Array.from({length: 990}, (_, i) => i / 990);

it.each([
  ["the largest size", [-4, 3.9, 1, 2], 4],
  ["the usual size beside a few far off", [...many, ...Array<number>(10).fill(-1e9)], expect.closeTo(0.98, 1)],
  ["zero without values", [], 0]
])("limitOf(values) ends at %s", (_, values, limit) => {
  expect(limitOf([...values, NaN])).toEqual(limit);
});
