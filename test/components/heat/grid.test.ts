import {describe, expect, it} from "vitest";
import {type Grid, layoutOf, valueAt} from "../../../src/components/heat/grid.js";

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
    const {tops, cellHeight, height} = layoutOf(grid, 640);
    expect((tops[1] ?? 0) - (tops[0] ?? 0)).toBe(cellHeight);
    expect((tops[2] ?? 0) - (tops[1] ?? 0)).toBeGreaterThan(cellHeight);
    expect(height).toBeGreaterThan((tops[2] ?? 0) + cellHeight);
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

describe("valueAt(grid, cell)", () => {
  it("is that of its row and column", () => expect(valueAt(grid, {row: 2, column: 3})).toBe(12));

  it("is NaN beside the grid", () => expect(valueAt(grid, {row: 7, column: 0})).toBeNaN());
});
