import {bisectLeft, bisector, bisectRight, extent, group, maxIndex, median, min, minIndex} from "d3-array";
import type {Range, Series} from "./model.js";

/** Indexes [start, end) of consecutive points without a missing value or a gap in time between them. */
export type Run = readonly [start: number, end: number];

/** A series with its unbroken runs. */
export interface Track extends Series {
  runs: Run[];
}

const bisectRuns = bisector<Run, number>(([start]) => start);
const gapFactor = 3;
const neighbours = 5;

/** Finds the runs of a series. */
export function track(series: Series): Track {
  const {times, values, upper, stepMs} = series;
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
  return {...series, runs};
}

/** Whether the step to a point is a gap: longer than `stepMs`, and than three usual steps on either side. */
export function isGap(times: ArrayLike<number>, index: number, stepMs = 0): boolean {
  const length = step(times, index);
  if (!(length > stepMs)) return false;
  const before = stepsBetween(times, index - neighbours, index - 1);
  if (length <= gapFactor * (min(before) ?? 0)) return false; // the usual case, without a median
  const usual = Math.max(median(before) ?? 0, median(stepsBetween(times, index + 1, index + neighbours)) ?? 0);
  return usual > 0 && length > gapFactor * usual;
}

/** Whether each value of a series holds until the next, in place of a line to it. */
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

/** The end of the last value of a run: a usual step after it, or `stepMs` if that is longer. */
export function holdsUntil(times: ArrayLike<number>, index: number, stepMs = 0): number {
  const usual = median(stepsBetween(times, index - neighbours + 1, index));
  return (times[index] ?? NaN) + (usual === undefined ? 0 : Math.max(usual, stepMs));
}

/** Indexes [start, end) of the points inside a time range, and of a candle that starts before and reaches into it. */
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

const drawable = 10_000;

/**
 * Points of a line that has too many to be painted: of each half pixel the first, the last, the lowest and the highest, which look
 * like all of them (M4: Jugel, Jerzak, Hackenbroich and Markl 2014). `place` is in px.
 */
export function thinned<Item>(
  run: Item[],
  place: (item: Item) => readonly [x: number, low: number, high: number]
): Item[] {
  if (run.length <= drawable) return run;
  return [...group(run, (item) => Math.floor(2 * place(item)[0])).values()].flatMap((all) => {
    const [low, high] = [minIndex(all, (item) => place(item)[1]), maxIndex(all, (item) => place(item)[2])];
    const kept = new Set([0, Math.min(low, high), Math.max(low, high), all.length - 1]);
    return all.filter((_, i) => kept.has(i));
  });
}

// The steps above zero to the points at these indexes.
function stepsBetween(times: ArrayLike<number>, from: number, to: number): number[] {
  const steps: number[] = [];
  for (let index = Math.max(1, from); index <= Math.min(to, times.length - 1); index++) steps.push(step(times, index));
  return steps.filter((ms) => ms > 0);
}

function step(times: ArrayLike<number>, index: number): number {
  return (times[index] ?? NaN) - (times[index - 1] ?? NaN);
}

const padding = 0.06;

/** The earliest and latest time of the tracks, widened to a minute if they are the same; null without times. */
export function timeExtent(tracks: Track[]): Range | null {
  const [from, to] = extent(
    tracks.flatMap(({times}) => [times[0], times[times.length - 1]]),
    Number
  );
  if (from === undefined || to === undefined) return null;
  return from === to ? [from - 30_000, to + 30_000] : [from, to];
}

/** The padded extent of the values in a time range, or null. Bands count only if there is nothing else. */
export function valueExtent(
  tracks: Track[],
  range: Range,
  {zero = false, log = false}: {zero?: boolean | undefined; log?: boolean | undefined} = {}
): Range | null {
  const ruling = tracks.filter(({shape, stretches}) => shape !== "band" || stretches);
  const fitted = (anyShown(ruling, range) ? ruling : tracks).map((track) => ({
    track,
    values: [...shown(track, range)]
  }));
  let [low, high] = extent(fitted.flatMap(({values}) => values));
  if (low === undefined || high === undefined) return null;
  // Without padding, half of a dot at zero would be cut off.
  const dotted = fitted.some(({track, values}) => track.shape === "dots" && values.includes(0));
  if (log && low === high && low > 0) return [low * 0.999, high * 1.001];
  if (log && low > 0) return pad(Math.log(low), Math.log(high), false).map(Math.exp) as [number, number];
  if (zero) [low, high] = [Math.min(0, low), Math.max(0, high)];
  return pad(low, high, zero && !dotted);
}

/** Whether any point, or a line between two points, is visible in a time range. */
export function anyShown(tracks: Track[], range: Range): boolean {
  return tracks.some((track) => !shown(track, range).next().done);
}

/** Whether all values shown in a time range are zero: they give the axis no scale. */
export function onlyZero(tracks: Track[], range: Range): boolean {
  return tracks.every((track) => [...shown(track, range)].every((value) => value === 0));
}

// The values inside a range, the step value that holds at its start, and the two ends of a line across an empty range.
function* shown(track: Track, range: Range): Generator<number> {
  if (track.shape === "notes") return;
  const [start, end] = inside(track, range);
  const lone = track.shape === "dots" || track.shape === "candles"; // nothing joins them
  const held = lone ? -1 : indexAt(track, range[0]);
  if (held >= 0 && (start === end || isStepped(track))) yield* valuesAt(track, held);
  for (let index = start; index < end; index++) yield* valuesAt(track, index);
  if (held >= 0 && start === end) yield* valuesAt(track, end);
}

function* valuesAt({values, upper, lower}: Track, index: number): Generator<number> {
  for (const value of [values[index], upper?.[index], lower?.[index]]) {
    if (value !== undefined && !Number.isNaN(value)) yield value;
  }
}

function pad(low: number, high: number, zero: boolean): Range {
  if (low === high) {
    const room = low === 0 ? 1 : Math.abs(low) * 0.001;
    return [low - room, high + room];
  }
  const room = (high - low) * padding;
  return [zero && low === 0 ? 0 : low - room, zero && high === 0 ? 0 : high + room];
}
