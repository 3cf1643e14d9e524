// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {boxOf, cellAt, heatScale, type Layout, paint} from "../../../src/charts/heat/grid.js";
import {color} from "../../../src/ui/elements/theme.js";

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
    ["between groups of rows", [21, 46]],
    ["below", [21, 69]]
  ] as const)("is null %s", (_, place) => expect(cellAt(layout, place)).toBeNull());
});
