import {describe, expect, it} from "vitest";
import {heatScale, paint} from "../../../src/components/heat/scale.js";
import {color} from "../../../src/components/parts/theme.js";

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
