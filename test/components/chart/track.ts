import type {Series} from "../../../src/components/chart/model.js";
import {type Track, track} from "../../../src/components/chart/runs.js";

/** A line through values at times, by default a second apart, with whatever else a test needs. */
export function line(values: number[], rest: Partial<Series> = {}): Track {
  const times = values.map((_, index) => index * 1000);
  return track({key: "a", columns: ["a"], label: "A", shape: "line", color: "#2f7dd1", times, values, ...rest});
}
