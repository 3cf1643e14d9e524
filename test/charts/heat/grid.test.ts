// @vitest-environment jsdom
import {expect, it} from "vitest";
import {boxOf, cellAt, heatScale, type Layout} from "../../../src/charts/heat/grid.js";

const many = Array.from({length: 990}, (_, i) => i / 990);

it.each([
  ["the largest size", [-4, 3.9, 1, 2], 4, 0],
  ["the usual size beside a few far off", [...many, ...Array<number>(10).fill(-1e9)], expect.closeTo(0.98, 1), 20],
  ["zero without values", [], 0, 0]
])("heatScale(values) ends at %s", (_, values, limit, beyond) => {
  expect(heatScale([...values, NaN])).toEqual({limit, beyond, count: values.length});
});

it("cellAt(layout, point) finds each cell by the middle of its box, and nothing outside", () => {
  // Two adjacent rows, and a third 5 px further down.
  const layout: Layout = {
    ...{width: 100, height: 99, left: 20, bottom: 69, columns: 4, cellWidth: 20, cellHeight: 20},
    tops: [4, 24, 49]
  };
  for (const row of [0, 1, 2])
    for (const column of [0, 1, 2, 3]) {
      const {left, top, width, height} = boxOf(layout, {row, column});
      expect(cellAt(layout, [left + width / 2, top + height / 2])).toEqual({row, column});
    }
  const outside = [
    [19, 10],
    [100, 10],
    [21, 46],
    [21, 69]
  ] as const;
  expect(outside.map((point) => cellAt(layout, point))).toEqual(Array(4).fill(null));
});
