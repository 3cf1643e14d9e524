// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {boxOf, cellAt, type Layout, paintCells} from "../../../src/components/heat/layout.js";

// Two rows next to each other, and one 5 px further down.
const layout: Layout = {
  ...{width: 100, height: 99, left: 20, right: 100, bottom: 69, columns: 4, cellWidth: 20, cellHeight: 20},
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

  it("finds a cell also on the line between two rows", () => {
    expect(cellAt(layout, [20, 23.5])).toEqual({row: 0, column: 0});
    expect(cellAt(layout, [20, 24])).toEqual({row: 1, column: 0});
  });
});

describe("boxOf(layout, cell)", () => {
  it("ends a pixel before the next row", () =>
    expect(boxOf(layout, {row: 1, column: 3})).toEqual({left: 80, top: 24, width: 20, height: 19}));
});

describe("cells", () => {
  const layout = (cellWidth: number) => ({
    ...{width: 100, height: 60, left: 10, right: 100, bottom: 40, columns: 3, cellWidth, cellHeight: 16},
    tops: [0, 16]
  });

  describe("paintCells(cells, layout)", () => {
    it("makes one path of the cells of a colour, and none of those without any", () => {
      const paths = paintCells(
        [
          {row: 0, column: 0, fill: "red", opacity: 1},
          {row: 1, column: 2, fill: "red", opacity: 1},
          {row: 1, column: 0, fill: "red", opacity: 0.5},
          {row: 0, column: 1, fill: "blue", opacity: 0},
          {row: 0, column: 1, fill: "blue", opacity: Number.NaN}
        ],
        layout(20)
      );
      expect(paths.map((path) => [path.getAttribute("d"), path.getAttribute("fill-opacity")])).toEqual([
        ["M10,0h19v15h-19zM50,16h19v15h-19z", "1"],
        ["M10,16h19v15h-19z", "0.5"]
      ]);
    });

    it("leaves no room between columns that are narrow, and shows those narrower than half a pixel", () => {
      const wide = (cellWidth: number) =>
        paintCells([{row: 0, column: 1, fill: "red", opacity: 1}], layout(cellWidth))[0]?.getAttribute("d");
      expect([wide(4), wide(1 / 3)]).toEqual(["M14,0h4v15h-4z", "M10.33,0h0.5v15h-0.5z"]);
    });
  });
});
