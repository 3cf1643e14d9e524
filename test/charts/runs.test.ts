import {describe, expect, it} from "vitest";
import {anyShown, holdsUntil, indexAt, inside, timeExtent, valueExtent} from "../../src/charts/runs.js";
import {line} from "./kit.js";

const runsOf = (values: number[], rest = {}) => line(values, rest).runs.join(" ");
const at = (times: number[], rest = {}) => runsOf(Array(times.length).fill(1), {times, ...rest});
// Times of which each is so many seconds after the last.
const later = (...steps: number[]) => steps.map((_, index) => 1000 * steps.slice(0, index + 1).reduce((a, b) => a + b));
const [slow, fast] = [Array(20).fill(300), Array(50).fill(10)];

describe("track(series)", () => {
  it.each([
    ["nothing", [], ""],
    ["one value", [1], "0,1"],
    ["only missing values", [NaN, NaN], ""],
    ["a missing value inside", [1, 2, NaN, 3], "0,2 3,4"],
    ["missing values at the ends", [NaN, 1, 2, NaN], "1,3"]
  ])("finds the runs of %s", (_, values, runs) => expect(runsOf(values)).toBe(runs));

  it("breaks a band where either edge is missing", () => {
    expect(runsOf([1, NaN, 1, 1], {upper: [2, 2, NaN, 2]})).toBe("0,1 3,4");
  });

  it.each([
    ["breaks where updates stop for more than three usual steps", later(0, 1, 1, 1, 3, 1, 1, 3.5, 0.5, 1), "0,7 7,10"],
    ["does not break where the cadence changes from 5 min to 10 s and back", later(...slow, ...fast, ...slow), "0,90"],
    ["still finds a gap inside the fast part", later(...slow, ...fast, 120, ...fast), "0,70 70,121"],
    ["joins duplicate times", [0, 0, 0, 1000], "0,4"]
  ])("%s", (_, times, runs) => expect(at(times)).toBe(runs));

  it("does not break where a step's points lie unequally, and does where one is empty", () => {
    const times = [0, 1, 29, 30, 59, 60, 61, 62, 119, 120, 121, 250, 251, 252].map((second) => 1000 * second);
    expect(at(times, {stepMs: 60_000})).toBe("0,11 11,14");
    expect(at(times).split(" ").length).toBeGreaterThan(2);
  });
});

it("holdsUntil(times, index, stepMs) is one usual step later, no shorter than the one given", () => {
  expect([undefined, 5, 60].map((stepMs) => holdsUntil([0, 10, 20, 30], 3, stepMs))).toEqual([40, 40, 90]);
  expect(holdsUntil([5], 0)).toBe(5);
});

it("indexAt(track, time) is the point whose value holds, or -1 in a gap", () => {
  const times = [-1, 0, 999, 1000, 1500, 2500, 4000, 5000, 5001];
  expect(times.map((time) => indexAt(line([1, 2, NaN, 4, 5]), time))).toEqual([-1, 0, 0, 1, 1, -1, 4, 4, -1]);
  expect(indexAt(line([]), 0)).toBe(-1);
});

it("inside(series, range) takes both ends, and all points of the same time", () => {
  const series = line([1, 1, 1, 1, 1], {times: [0, 1, 1, 2, 3]});
  expect([inside(series, [1, 2]), inside(series, [5, 6])].join(" ")).toBe("1,4 5,5");
});

it("timeExtent(tracks) spans all tracks, a minute around a single time, and null without any", () => {
  expect(timeExtent([line([1, 2]), line([1, 2, 3]), line([])])).toEqual([0, 2000]);
  expect([timeExtent([line([1])]), timeExtent([line([])]), timeExtent([])]).toEqual([[-30_000, 30_000], null, null]);
});

describe("valueExtent(tracks, range, zero)", () => {
  const dots = (values: number[]) => line(values, {shape: "dots"});

  it.each([
    ["pads the values in the range by 6 %", [line([0, 100, 200, 1e9])], {}, [-12, 212]],
    [
      "is not stretched by a band",
      [line([10, 20]), line([-1e9, 0], {shape: "band", upper: [1e9, 0]})],
      {},
      [9.4, 20.6]
    ],
    [
      "is that of a band where there is nothing else",
      [line([0, 0], {shape: "band", upper: [100, NaN]})],
      {},
      [-6, 106]
    ],
    [
      "counts the lowest and highest prices",
      [line([5]), line([0], {shape: "band", upper: [100], stretches: true})],
      {},
      [-6, 106]
    ],
    ["takes in zero without padding below it", [line([50, 100])], {zero: true}, [0, 106]],
    ["makes room for dots at zero", [line([50, 100]), dots([NaN, 0])], {zero: true}, [-6, 106]],
    ["makes room around equal values", [line([2000, 2000])], {}, [1998, 2002]],
    ["and around zero", [line([0])], {zero: true}, [-1, 1]],
    ["is null where nothing shows", [line([NaN, NaN])], {zero: true}, null]
  ])("%s", (_, tracks, options, extent) => expect(valueExtent(tracks, [0, 2000], options)).toEqual(extent));

  it("makes room around equal values on a log scale, however small", () => {
    const extent = valueExtent([line([1e-9, 1e-9])], [0, 1000], {log: true});
    expect(extent).toEqual([1e-9 * 0.999, 1e-9 * 1.001].map((end) => expect.closeTo(end, 12)));
  });

  it("takes the ends of a line that crosses an empty range, and a value that a step holds from before it", () => {
    expect(valueExtent([line([0, 100])], [200, 800])).toEqual([-6, 106]);
    expect(valueExtent([line([1, 2])], [50_000, 60_000])).toBeNull();
    const step = line([10, 20, 30], {shape: "step"});
    expect(valueExtent([step], [1500, 2500], {zero: true})?.[1]).toBeCloseTo(31.8);
    expect(valueExtent([step], [1200, 1800])?.[0]).toBeLessThan(20);
  });
});

it("anyShown(tracks, range) is false for missing values and other times", () => {
  expect([anyShown([line([NaN])], [0, 1]), anyShown([line([1, 2])], [5000, 6000])]).toEqual([false, false]);
  expect(anyShown([line([NaN]), line([1])], [0, 1])).toBe(true);
});
