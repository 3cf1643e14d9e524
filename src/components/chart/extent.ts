import type {Range} from "./model.js";
import {indexAt, inside, isStepped, type Track} from "./runs.js";

const padding = 0.06;

/** The earliest and latest time of the tracks, widened to a minute if they hold only one; null when they hold none. */
export function timeExtent(tracks: Track[]): Range | null {
  let from = Infinity;
  let to = -Infinity;
  for (const {times} of tracks) {
    if (times.length === 0) continue;
    from = Math.min(from, times[0] ?? Infinity);
    to = Math.max(to, times[times.length - 1] ?? -Infinity);
  }
  if (from > to) return null;
  return from === to ? [from - 30_000, to + 30_000] : [from, to];
}

/**
 * The padded extent of the values that show in a time range, with zero if asked for; on a log scale padded by ratio; null when
 * none show.
 */
export function valueExtent(
  tracks: Track[],
  range: Range,
  {zero = false, log = false}: {zero?: boolean | undefined; log?: boolean | undefined} = {}
): Range | null {
  let low = Infinity;
  let high = -Infinity;
  let dotted = false; // at zero: half a dot would be cut off
  for (const track of tracks) {
    for (const value of shown(track, range)) {
      if (value < low) low = value;
      if (value > high) high = value;
      dotted ||= track.shape === "dots" && value === 0;
    }
  }
  if (low > high) return null;
  if (log && low === high && low > 0) return [low * 0.999, high * 1.001];
  if (log && low > 0) return pad(Math.log(low), Math.log(high), false).map(Math.exp) as [number, number];
  if (zero) [low, high] = [Math.min(0, low), Math.max(0, high)];
  return pad(low, high, zero && !dotted);
}

/** Whether any point, or a line between two points, shows in a time range. */
export function anyShown(tracks: Track[], range: Range): boolean {
  return tracks.some((track) => !shown(track, range).next().done);
}

/** Whether all that shows in a time range is zero: how far from it values may lie nobody knows. */
export function onlyZero(tracks: Track[], range: Range): boolean {
  return tracks.every((track) => [...shown(track, range)].every((value) => value === 0));
}

// Values inside; also the one that a step holds from before, or those that a line across an empty range joins.
function* shown(track: Track, range: Range): Generator<number> {
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
