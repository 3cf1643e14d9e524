// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {paintCells} from "../../../src/components/heat/cells.js";

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
