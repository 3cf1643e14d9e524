import type {Range, Series} from "./model.js";
import {isSkipped, type OpenTime} from "./open.js";
import {type Track, track} from "./runs.js";

/**
 * Tracks without what lies in skipped time: points, and candles that are closed in all that the whole has of their time, with
 * what shares their times. What is on either side of such a stretch belongs together: there is no gap between them.
 */
export function skipClosed(tracks: Track[], open: OpenTime, whole: Range): Track[] {
  if (open.closed.length === 0) return tracks;
  const chosen = new Map<ArrayLike<number>, Chosen>();
  for (const {times, shape, stepMs} of tracks) {
    const ms = shape === "candles" ? stepMs : undefined;
    if (ms !== undefined || !chosen.has(times))
      chosen.set(
        times,
        choose(times, (time) => isLeft(time, ms))
      );
  }
  return tracks.map((one) => withOnly(one, chosen.get(one.times) ?? {indexes: [], times: []}, open));

  function isLeft(time: number, ms?: number): boolean {
    if (ms === undefined) return !isSkipped(open, time);
    const start = Math.max(time, whole[0]);
    return !isSkipped(open, start, Math.max(1, Math.min(time + ms, whole[1]) - start));
  }
}

interface Chosen {
  indexes: number[];
  times: number[];
}

function choose(times: ArrayLike<number>, isLeft: (time: number) => boolean): Chosen {
  const indexes = Array.from(times, (_, index) => index).filter((index) => isLeft(times[index] ?? NaN));
  return {indexes, times: indexes.map((index) => times[index] ?? NaN)};
}

function withOnly(whole: Track, {indexes, times}: Chosen, {at}: OpenTime): Track {
  const {values, saved, upper, lower, open, format} = whole;
  const only = (column: ArrayLike<number>): number[] => indexes.map((index) => column[index] ?? NaN);
  const series: Series = {
    ...whole,
    times,
    values: only(values),
    ...(saved && {saved: only(saved)}),
    ...(upper && {upper: only(upper)}),
    ...(lower && {lower: only(lower)}),
    ...(open && {open: only(open)}),
    ...(format && {format: (value, high, index) => format(value, high, indexes[index] ?? -1)})
  };
  return {...series, runs: track({...series, times: times.map(at)}).runs};
}
