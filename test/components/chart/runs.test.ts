import {describe, expect, it} from "vitest";
import {
  anyShown,
  holdsUntil,
  indexAt,
  inside,
  isGap,
  timeExtent,
  track,
  valueExtent
} from "../../../src/components/chart/runs.js";
import {line} from "./track.js";

const minute = 60_000;

describe("track(series)", () => {
  it.each([
    ["nothing", [], []],
    ["one value", [1], [[0, 1]]],
    ["only missing values", [NaN, NaN], []],
    [
      "a missing value inside",
      [1, 2, NaN, 3],
      [
        [0, 2],
        [3, 4]
      ]
    ],
    ["missing values at the ends", [NaN, 1, 2, NaN], [[1, 3]]]
  ])("finds the runs of %s", (_, values, runs) => {
    expect(line(values).runs).toEqual(runs);
  });

  it("breaks a band where either edge is missing", () => {
    expect(line([1, NaN, 1, 1], {upper: [2, 2, NaN, 2]}).runs).toEqual([
      [0, 1],
      [3, 4]
    ]);
  });

  it("breaks where updates stop for more than three usual steps", () => {
    const times = [0, 1, 2, 3, 6, 7, 8, 11.5, 12, 13].map((time) => time * minute);
    expect(
      line(
        times.map(() => 1),
        {times}
      ).runs
    ).toEqual([
      [0, 7],
      [7, 10]
    ]);
  });

  it("does not break where the cadence changes from 5 min to 10 s and back", () => {
    const steps = [...Array(20).fill(300), ...Array(200).fill(10), ...Array(20).fill(300)];
    let time = 0;
    const times = steps.map((step) => (time += step * 1000));
    expect(
      line(
        times.map(() => 1),
        {times}
      ).runs
    ).toEqual([[0, 240]]);
  });

  it("still finds a gap inside the fast part", () => {
    const steps = [...Array(20).fill(300), ...Array(50).fill(10), 120, ...Array(50).fill(10)];
    let time = 0;
    const times = steps.map((step) => (time += step * 1000));
    expect(
      line(
        times.map(() => 1),
        {times}
      ).runs
    ).toEqual([
      [0, 70],
      [70, 121]
    ]);
  });

  it("does not break where a step's points lie unequally, and does where one is empty", () => {
    const times = [0, 1, 29, 30, 59, 60, 61, 62, 119, 120, 121, 250, 251, 252].map((second) => 1000 * second);
    const values = times.map(() => 1);
    expect(line(values, {times, stepMs: minute}).runs).toEqual([
      [0, 11],
      [11, 14]
    ]);
    expect(line(values, {times}).runs.length).toBeGreaterThan(2);
  });

  it("joins duplicate times", () => {
    expect(line([1, 2, 3, 4], {times: [0, 0, 0, 1000]}).runs).toEqual([[0, 4]]);
  });
});

describe("isGap(times, index)", () => {
  it("is false without steps to compare with", () => {
    expect(isGap([0, minute * 1000], 1)).toBe(false);
    expect(isGap([0], 0)).toBe(false);
  });
});

describe("holdsUntil(times, index)", () => {
  it("is one usual step later", () => {
    expect(holdsUntil([0, 10, 20, 30], 3)).toBe(40);
    expect(holdsUntil([5], 0)).toBe(5);
    expect([5, 60].map((stepMs) => holdsUntil([0, 10, 20, 30], 3, stepMs))).toEqual([40, 90]);
  });
});

describe("indexAt(track, time)", () => {
  const gapped = line([1, 2, NaN, 4, 5]);

  it.each([
    [-1, -1],
    [0, 0],
    [999, 0],
    [1000, 1],
    [1500, 1],
    [2500, -1],
    [4000, 4],
    [5000, 4],
    [5001, -1]
  ])("at %s ms is %s", (time, index) => {
    expect(indexAt(gapped, time)).toBe(index);
  });

  it("is -1 in an empty series", () => {
    expect(indexAt(line([]), 0)).toBe(-1);
  });
});

describe("inside(series, range)", () => {
  it("takes both ends, and all points of the same time", () => {
    const series = track({...line([1, 1, 1, 1, 1]), times: [0, 1, 1, 2, 3]});
    expect(inside(series, [1, 2])).toEqual([1, 4]);
    expect(inside(series, [5, 6])).toEqual([5, 5]);
    expect(inside(series, [-1, -1])).toEqual([0, 0]);
  });
});

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
