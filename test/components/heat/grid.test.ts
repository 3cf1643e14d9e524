// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {boxOf, cellAt, heatScale, type Layout, paint, paintCells} from "../../../src/components/heat/grid.js";
import {color} from "../../../src/components/parts/theme.js";

describe("heatScale(values)", () => {
  it("reaches to the largest size of values alike", () => {
    expect(heatScale([-4, 3.9, 1, 2])).toEqual({limit: 4, beyond: 0, count: 4});
  });

  it("leaves colours to the many where a few are far off", () => {
    const many = Array.from({length: 990}, (_, i) => i / 990);
    const {limit, beyond, count} = heatScale([...many, ...Array.from({length: 10}, () => -1e9)]);
    expect(limit).toBeLessThan(1);
    expect([beyond, count]).toEqual([20, 1000]);
  });

  it.each([
    ["nothing", [], 0],
    ["zeros", [0, 0], 0],
    ["one", [-3], 3],
    ["nearly all zeros", [...Array.from({length: 999}, () => 0), 5], 5]
  ])("has a limit with %s", (_, values, limit) => {
    expect(heatScale(values)).toMatchObject({limit, count: values.filter((value) => !Number.isNaN(value)).length});
  });
});

it("paint(share) is the background at zero, and stronger away from it, in another hue below", () => {
  expect([0, 0.001, 0.5, -0.5, -1].map((share) => paint(share).opacity)).toEqual([0, 0.1, 0.55, 0.55, 1]);
  expect([paint(0.5).fill, paint(-0.5).fill]).toEqual([color.positive, color.negative]);
});

// Two rows next to each other, and one 5 px further down.
const layout: Layout = {
  ...{width: 100, height: 99, left: 20, bottom: 69, columns: 4, cellWidth: 20, cellHeight: 20},
  tops: [4, 24, 49]
};

describe("cellAt(layout, place)", () => {
  it("finds every cell by the middle of its box", () => {
    const cells = layout.tops.flatMap((_, row) => [0, 1, 2, 3].map((column) => ({row, column})));
    for (const cell of cells) {
      const {left, top, width, height} = boxOf(layout, cell);
      expect(cellAt(layout, [left + width / 2, top + height / 2])).toEqual(cell);
    }
  });

  it.each([
    ["left of the cells", [19, 10]],
    ["right of them", [100, 10]],
    ["above", [21, 3]],
    ["between groups of rows", [21, 46]],
    ["below", [21, 69]]
  ] as const)("is null %s", (_, place) => expect(cellAt(layout, place)).toBeNull());
});

it("boxOf(layout, cell) ends a pixel before the next row", () =>
  expect(boxOf(layout, {row: 1, column: 3})).toEqual({left: 80, top: 24, width: 20, height: 19}));

describe("paintCells(cells, layout)", () => {
  const at = (cellWidth: number): Layout => ({
    ...layout,
    left: 10,
    columns: 3,
    cellWidth,
    cellHeight: 16,
    tops: [0, 16]
  });
  const painted = (cellWidth: number, ...cells: [row: number, column: number, fill: string, opacity: number][]) =>
    paintCells(
      cells.map(([row, column, fill, opacity]) => ({row, column, fill, opacity})),
      at(cellWidth)
    ).map((path) => `${path.getAttribute("d")} ${path.getAttribute("fill-opacity")}`);

  it("makes one path of the cells of a colour, and none of those without any", () => {
    expect(painted(20, [0, 0, "red", 1], [1, 2, "red", 1], [1, 0, "red", 0.5], [0, 1, "blue", 0])).toEqual([
      "M10,0h19v15h-19zM50,16h19v15h-19z 1",
      "M10,16h19v15h-19z 0.5"
    ]);
  });

  it("leaves no room between columns that are narrow, and shows those narrower than half a pixel", () => {
    expect(painted(4, [0, 1, "red", 1])).toEqual(["M14,0h4v15h-4z 1"]);
    expect(painted(1 / 3, [0, 1, "red", 1])).toEqual(["M10.33,0h0.5v15h-0.5z 1"]);
  });
});
