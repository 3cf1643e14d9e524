import {describe, expect, it} from "vitest";
import {anyShown, timeExtent, valueExtent} from "../../../src/components/chart/extent.js";
import {line} from "./track.js";

describe("timeExtent(tracks)", () => {
  it("spans all tracks", () => {
    expect(timeExtent([line([1, 2]), line([1, 2, 3]), line([])])).toEqual([0, 2000]);
  });

  it("is a minute around a single time, and null without any", () => {
    expect(timeExtent([line([1])])).toEqual([-30_000, 30_000]);
    expect(timeExtent([line([])])).toBeNull();
    expect(timeExtent([])).toBeNull();
  });
});

describe("valueExtent(tracks, range, zero)", () => {
  it("pads the values in the range by 6 %", () => {
    expect(valueExtent([line([0, 100, 200, 1e9])], [0, 2000])).toEqual([-12, 212]);
  });

  it("counts a band's upper edge", () => {
    expect(valueExtent([line([0, 0], {shape: "band", upper: [100, NaN]})], [0, 1000])).toEqual([-6, 106]);
  });

  it("takes in zero without padding beyond it", () => {
    expect(valueExtent([line([50, 100])], [0, 1000], {zero: true})).toEqual([0, 106]);
    expect(valueExtent([line([-50, -100])], [0, 1000], {zero: true})).toEqual([-106, 0]);
    expect(valueExtent([line([-100, 100])], [0, 1000], {zero: true})).toEqual([-112, 112]);
  });

  it("makes room for dots at zero", () => {
    const dots = (values: number[]) => line(values, {shape: "dots"});
    expect(valueExtent([line([50, 100]), dots([NaN, 0])], [0, 1000], {zero: true})).toEqual([-6, 106]);
    expect(valueExtent([line([50, 100]), dots([50, NaN])], [0, 1000], {zero: true})).toEqual([0, 106]);
  });

  it.each([1, 1.0001, 1e-9, 80_000])("makes room around equal values on a log scale, of %s too", (value) => {
    const [low, high] = valueExtent([line([value, value])], [0, 1000], {log: true}) ?? [];
    expect(low).toBeCloseTo(value * 0.999, 12);
    expect(high).toBeCloseTo(value * 1.001, 12);
  });

  it("makes room around equal values", () => {
    expect(valueExtent([line([2000, 2000])], [0, 1000])).toEqual([1998, 2002]);
    expect(valueExtent([line([0])], [0, 1000], {zero: true})).toEqual([-1, 1]);
  });

  it("takes the ends of a line that crosses an empty range", () => {
    expect(valueExtent([line([0, 100])], [200, 800])).toEqual([-6, 106]);
  });

  it("takes a value that a step holds from before the range", () => {
    const step = line([10, 20, 30], {shape: "step"});
    expect(valueExtent([step], [1500, 2500], {zero: true})?.[1]).toBeCloseTo(31.8);
    expect(valueExtent([step], [1200, 1800])?.[0]).toBeLessThan(20);
  });

  it("is null where nothing shows", () => {
    expect(valueExtent([line([NaN, NaN])], [0, 1000], {zero: true})).toBeNull();
    expect(valueExtent([line([1, 2])], [50_000, 60_000])).toBeNull();
  });
});

describe("anyShown(tracks, range)", () => {
  it("is false for missing values and other times", () => {
    expect(anyShown([line([NaN])], [0, 1])).toBe(false);
    expect(anyShown([line([1, 2])], [5000, 6000])).toBe(false);
    expect(anyShown([line([NaN]), line([1])], [0, 1])).toBe(true);
  });
});
