import {describe, expect, it} from "vitest";
import {type Grid, heatScale, layoutOf, paint, valueAt} from "../../../src/components/heat/grid.js";
import {color} from "../../../src/components/parts/theme.js";

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

describe("heatScale(values)", () => {
  it("reaches as far on both sides, to the largest of values alike, and has zero in the middle", () => {
    const {share, limit, beyond} = heatScale([-4, 3.9, 1, 2]);
    expect([share(0), share(2), share(-2), limit, beyond]).toEqual([0, 0.5, -0.5, 4, 0]);
    expect([share(-4), share(100)]).toEqual([-1, 1]);
  });

  it("leaves colours to the many where a few are far off", () => {
    const many = Array.from({length: 990}, (_, i) => i / 990);
    const {limit, share, beyond, count} = heatScale([...many, ...Array.from({length: 10}, () => -1e9)]);
    expect(limit).toBeLessThan(1);
    expect(share(0.5)).toBeGreaterThan(0.5);
    expect([share(-1e9), beyond, count]).toEqual([-1, 20, 1000]);
  });

  it("does not count what is missing, and says so of a value", () => {
    const {count, limit, share} = heatScale([Number.NaN, 2, Number.NaN, -2]);
    expect([count, limit, share(Number.NaN)]).toEqual([2, 2, Number.NaN]);
  });

  it.each([
    ["nothing", [], 0],
    ["zeros", [0, 0], 0],
    ["one", [-3], 3],
    ["nearly all zeros", [...Array.from({length: 999}, () => 0), 5], 5]
  ])("has a limit with %s", (_, values, limit) => {
    const scale = heatScale(values);
    expect(scale.limit).toBe(limit);
    expect(scale.share(0)).toBe(0);
  });
});

describe("paint(share)", () => {
  it("is the background at zero, and stronger away from it, in another hue below", () => {
    expect(paint(0).opacity).toBe(0);
    expect(paint(0.001)).toEqual({fill: color.positive, opacity: 0.1});
    expect([paint(0.5), paint(-0.5)]).toEqual([
      {fill: color.positive, opacity: 0.55},
      {fill: color.negative, opacity: 0.55}
    ]);
    expect(paint(-1)).toEqual({fill: color.negative, opacity: 1});
  });
});
