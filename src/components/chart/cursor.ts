import {bisector, bisectRight} from "d3-array";
import type {Range} from "./model.js";
import {type OpenTime, openTime} from "./open.js";
import {indexAt, inside, type Track} from "./runs.js";

/** What one series reads at a time; no values where it has none. */
export interface Reading {
  track: Track;
  index: number;
  value: number;
  upper: number;
  text: string;
}

/** The distinct times at which any of the tracks has a point in a range: where a cursor can stand. */
export function cursorTimes(tracks: Track[], range: Range): number[] {
  const candlesLast = [...tracks].sort((a, b) => Number(isCandles(a)) - Number(isCandles(b))); // they may begin before it
  const distinct = [...new Map(candlesLast.map((track) => [track.times, track])).values()];
  const lists = distinct.map((track) => Array.prototype.slice.call(track.times, ...inside(track, range)) as number[]);
  if (lists.length < 2) return (lists[0] ?? []).filter((time, index, all) => time !== all[index - 1]);
  return [...new Set(lists.flat())].sort((a, b) => a - b);
}

/** The stop that a time points to: the nearest, or where there are candles the start of the one that it is in. */
export function stopAt(
  tracks: Track[],
  times: number[],
  time: number,
  open: OpenTime = openTime()
): number | undefined {
  return tracks.some(isCandles) ? times[placeOf(times, time)] : nearest(times, time, open);
}

/** The stop nearest to a time, by open time. */
export function nearest(times: number[], time: number, {at}: OpenTime = openTime()): number | undefined {
  return times[bisector<number, number>((stop) => at(stop)).center(times, at(time))];
}

/** The place of the last stop at or before a time, or 0. */
export function placeOf(times: number[], time: number): number {
  return Math.max(0, bisectRight(times, time) - 1);
}

/** The stop some places later (or, if negative, earlier), at most the last (or first) one. */
export function move(times: number[], time: number, places: number): number | undefined {
  const index = bisectRight(times, time) - 1;
  return times[Math.max(0, Math.min(times.length - 1, index + places))];
}

/** What a series reads at a time, in its own format. Dots read only where one stands. */
export function read(track: Track, time: number, formatValue: (value: number) => string): Reading {
  const held = indexAt(track, time);
  const index = track.shape === "dots" && track.times[held] !== time ? -1 : held;
  const reading = {track, index, value: track.values[index] ?? NaN, upper: track.upper?.[index] ?? NaN};
  return {...reading, text: index < 0 ? "–" : textOf(reading, formatValue)};
}

function isCandles({shape}: Track): boolean {
  return shape === "candles";
}

function textOf({track, index, value, upper}: Omit<Reading, "text">, formatValue: (value: number) => string): string {
  if (track.format !== undefined) return track.format(value, upper, index);
  return track.shape === "band" ? `${formatValue(value)} to ${formatValue(upper)}` : formatValue(value);
}
