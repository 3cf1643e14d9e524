import {describe, expect, it} from "vitest";
import {thinned, valueExtent} from "../../src/charts/runs.js";
import {line} from "./kit.js";

const runsOf = (values: number[], rest = {}) => line(values, rest).runs.join(" ");
const at = (times: number[], rest = {}) => runsOf(Array(times.length).fill(1), {times, ...rest});
// Times, each so many seconds after the one before.
const later = (...steps: number[]) => steps.map((_, index) => 1000 * steps.slice(0, index + 1).reduce((a, b) => a + b));
const [slow, fast] = [Array(20).fill(300), Array(50).fill(10)];

describe("track(series)", () => {
  it.each([
    ["no values", [], {}, ""],
    ["a missing value inside", [1, 2, NaN, 3], {}, "0,2 3,4"],
    ["a band without one edge", [1, NaN, 1, 1], {upper: [2, 2, NaN, 2]}, "0,1 3,4"]
  ])("finds the runs of %s", (_, values, rest, runs) => expect(runsOf(values, rest)).toBe(runs));

  it.each([
    ["after more than three usual steps", later(0, 1, 1, 1, 3, 1, 1, 3.5, 0.5, 1), "0,7 7,10"],
    ["not where updates become faster, or slower again", later(...slow, ...fast, ...slow), "0,90"],
    ["not at duplicate times", [0, 0, 0, 1000], "0,4"]
  ])("breaks %s", (_, times, runs) => expect(at(times)).toBe(runs));

  it("breaks at an empty step, and not inside a step", () => {
    const times = [0, 1, 29, 30, 59, 60, 61, 62, 119, 120, 121, 250, 251, 252].map((second) => 1000 * second);
    expect(at(times, {stepMs: 60_000})).toBe("0,11 11,14");
    expect(at(times).split(" ").length).toBeGreaterThan(2);
  });
});

describe("valueExtent(tracks, range, zero)", () => {
  const band = (values: number[], upper: number[], stretches = false) =>
    line(values, {shape: "band", upper, stretches});

  it.each([
    ["pads the values in the range by 6 %", [line([0, 100, 200, 1e9])], {}, [-12, 212]],
    ["ignores a band beside a line", [line([10, 20]), band([-1e9, 0], [1e9, 0])], {}, [9.4, 20.6]],
    ["fits a band of lowest and highest prices", [line([5]), band([0], [100], true)], {}, [-6, 106]],
    ["includes zero without padding below it", [line([50, 100])], {zero: true}, [0, 106]],
    ["pads below a dot at zero", [line([0, 100], {shape: "dots"})], {zero: true}, [-6, 106]],
    ["pads equal values", [line([2000, 2000])], {}, [1998, 2002]],
    ["is null without a value", [line([NaN, NaN])], {zero: true}, null]
  ])("%s", (_, tracks, options, extent) => expect(valueExtent(tracks, [0, 2000], options)).toEqual(extent));

  it("includes the ends of a line across an empty range, and the step that holds at its start", () => {
    expect(valueExtent([line([0, 100])], [200, 800])).toEqual([-6, 106]);
    expect(valueExtent([line([1, 2])], [50_000, 60_000])).toBeNull();
    const step = line([10, 20, 30], {shape: "step"});
    expect(valueExtent([step], [1500, 2500], {zero: true})?.[1]).toBeCloseTo(31.8);
    expect(valueExtent([step], [1200, 1800])?.[0]).toBeLessThan(20);
  });
});

describe("thinned(run, place)", () => {
  it("keeps the first, last, lowest and highest point of each half pixel of a long line, and all of a short one", () => {
    const run = Array.from(
      {length: 20_000},
      (_, i) => [i / 20_000, i === 5000 ? -9 : i % 7, i === 12_000 ? 99 : i % 7] as const
    );
    const kept = thinned(run, (point) => point).map((point) => run.indexOf(point));
    expect(kept).toEqual([0, 6, 5000, 9999, 10_000, 10_003, 12_000, 19_999]);
    expect(thinned(run.slice(0, 9000), (point) => point)).toHaveLength(9000);
  });
});
