import {bisectLeft, bisector, bisectRight, median} from "d3-array";
import type {Range, Series} from "./model.js";

/** Indexes [start, end) of points that belong together: no missing value and no gap in time between them. */
export type Run = readonly [start: number, end: number];

/** A series with its unbroken runs. */
export interface Track extends Series {
  runs: Run[];
}

const bisectRuns = bisector<Run, number>(([start]) => start);
const gapFactor = 3;
const neighbours = 5;

/** Finds a series' runs. */
export function track(series: Series): Track {
  return {...series, runs: runsOf(series)};
}

/** The runs of points at ascending times. */
export function runsOf({times, values, upper, stepMs}: Pick<Series, "times" | "values" | "upper" | "stepMs">): Run[] {
  const runs: Run[] = [];
  let start = -1;
  for (let index = 0; index < times.length; index++) {
    const present = !Number.isNaN(values[index]) && (upper === undefined || !Number.isNaN(upper[index]));
    if (start >= 0 && (!present || isGap(times, index, stepMs))) {
      runs.push([start, index]);
      start = -1;
    }
    if (present && start < 0) start = index;
  }
  if (start >= 0) runs.push([start, times.length]);
  return runs;
}

/**
 * Whether the step that leads to a point is a gap: more than three times as long as is usual on both sides of it, and
 * than `stepMs`, in which points may have been left out.
 */
export function isGap(times: ArrayLike<number>, index: number, stepMs = 0): boolean {
  const length = step(times, index);
  // Most steps are as long as one before them, and no median of these is shorter than the shortest.
  if (length <= stepMs || length <= gapFactor * shortestStep(times, index - neighbours, index - 1)) return false;
  const before = usualStep(times, index - neighbours, index - 1);
  const after = usualStep(times, index + 1, index + neighbours);
  const usual = Math.max(before ?? 0, after ?? 0);
  return usual > 0 && length > Math.max(gapFactor * usual, stepMs);
}

/** Whether each value of a series holds until the next, in place of a slope between the two. */
export function isStepped({shape, stepped = false}: Series): boolean {
  return shape === "step" || stepped;
}

/** Index of the point whose value holds at a time, or -1 in a gap. */
export function indexAt({times, runs, stepMs}: Track, time: number): number {
  const index = bisectRight(times, time) - 1;
  const run = runs[bisectRuns.right(runs, index) - 1];
  if (run === undefined || index >= run[1]) return -1;
  return index + 1 < run[1] || time <= holdsUntil(times, index, stepMs) ? index : -1;
}

/** Until when the last value of a run holds: one usual step longer, which is no shorter than `stepMs`. */
export function holdsUntil(times: ArrayLike<number>, index: number, stepMs = 0): number {
  const usual = usualStep(times, index - neighbours + 1, index);
  return (times[index] ?? NaN) + (usual === undefined ? 0 : Math.max(usual, stepMs));
}

/** Indexes [start, end) of the points inside a time range; also of the candle that began before it and reaches into it. */
export function inside({times, shape, stepMs = 0}: Series, [from, to]: Range): Run {
  const begun = shape === "candles" && stepMs > 0;
  return [begun ? bisectRight(times, from - stepMs) : bisectLeft(times, from), bisectRight(times, to)];
}

/** The runs that have a point at indexes [start, end), in their order. */
export function runsWithin({runs}: Track, [start, end]: Run): Run[] {
  const first = bisectRuns.right(runs, start) - 1;
  const from = first >= 0 && (runs[first]?.[1] ?? 0) > start ? first : first + 1;
  return runs.slice(from, bisectRuns.left(runs, end));
}

function usualStep(times: ArrayLike<number>, from: number, to: number): number | undefined {
  const steps: number[] = [];
  for (let index = Math.max(1, from); index <= Math.min(to, times.length - 1); index++) steps.push(step(times, index));
  return median(steps.filter((ms) => ms > 0));
}

// 0 if there is none.
function shortestStep(times: ArrayLike<number>, from: number, to: number): number {
  let shortest = Infinity;
  for (let index = Math.max(1, from); index <= to; index++) {
    const length = step(times, index);
    if (length > 0 && length < shortest) shortest = length;
  }
  return shortest === Infinity ? 0 : shortest;
}

function step(times: ArrayLike<number>, index: number): number {
  return (times[index] ?? NaN) - (times[index - 1] ?? NaN);
}
