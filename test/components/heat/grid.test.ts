import {describe, expect, it} from "vitest";
import {cellAt, type Grid, heightOf, layoutOf, valueAt} from "../../../src/components/heat/grid.js";

const grid: Grid = {
  rows: [
    {group: "BTC", name: "Binance"},
    {group: "BTC", name: "Bybit"},
    {group: "ETH", name: "Binance"}
  ],
  times: [0, 1000, 2000, 3000],
  stepMs: 1000,
  values: [
    [1, 2, 3, 4],
    [5, 6, 7, 8],
    [9, Number.NaN, 11, 12]
  ]
};
const empty: Grid = {rows: [], times: [], stepMs: 0, values: []};

describe("layoutOf(grid, width)", () => {
  it("has a place for each row, further apart between groups", () => {
    const {tops, cellHeight} = layoutOf(grid, 640);
    expect((tops[1] ?? 0) - (tops[0] ?? 0)).toBe(cellHeight);
    expect((tops[2] ?? 0) - (tops[1] ?? 0)).toBeGreaterThan(cellHeight);
    expect(heightOf(grid)).toBeGreaterThan((tops[2] ?? 0) + cellHeight);
  });

  it.each([240, 640, 2000])("leaves cells at least half of %d px", (width) => {
    const long = {...grid, rows: grid.rows.map(({group, name}) => ({group: group.repeat(50), name: name.repeat(50)}))};
    for (const {left, right, cellWidth} of [layoutOf(grid, width), layoutOf(long, width)]) {
      expect(right - left).toBeGreaterThan(width / 2);
      expect(cellWidth * 4).toBeCloseTo(right - left, 9);
    }
  });

  it("is finite without rows", () => {
    expect(Object.values(layoutOf(empty, 640)).flat().every(Number.isFinite)).toBe(true);
  });
});

describe("cellAt(grid, layout, place)", () => {
  const layout = layoutOf(grid, 640);

  it("finds every cell by its middle, and the value in it", () => {
    grid.values.forEach((values, row) => {
      values.forEach((value, column) => {
        const x = layout.left + (column + 0.5) * layout.cellWidth;
        const cell = cellAt(grid, layout, [x, (layout.tops[row] ?? 0) + layout.cellHeight / 2]);
        expect(cell).toEqual({row, column});
        expect(valueAt(grid, {row, column})).toBe(value);
      });
    });
  });

  it.each([
    ["left of the cells", [layout.left - 1, 10]],
    ["right of them", [layout.right + 1, 10]],
    ["above", [layout.left + 1, 0]],
    ["between groups", [layout.left + 1, (layout.tops[2] ?? 0) - 2]],
    ["below", [layout.left + 1, layout.bottom + 1]]
  ] as const)("is null %s", (_, place) => expect(cellAt(grid, layout, place)).toBeNull());
});

describe("valueAt(grid, cell)", () => {
  it("is NaN beside the grid", () => expect(valueAt(grid, {row: 7, column: 0})).toBeNaN());
});
