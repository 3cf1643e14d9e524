import {formatCount} from "../../lib/format.js";
import type {Range} from "./model.js";
import {inside, runsWithin, type Track} from "./runs.js";

/** What a chart shows, in words: its time range, and of each series the last, lowest and highest value and its gaps. */
export function summary(
  title: string,
  tracks: Track[],
  range: Range,
  {formatValue, formatTime}: {formatValue: (value: number) => string; formatTime: (time: number) => string}
): string {
  if (Number.isNaN(range[0])) return `${title}: no updates.`;
  return [
    `${title}, ${formatTime(range[0])} to ${formatTime(range[1])}.`,
    ...tracks.map((track) => describe(track, range, formatValue))
  ].join(" ");
}

function describe(track: Track, range: Range, formatValue: (value: number) => string): string {
  const [start, end] = inside(track, range);
  let [low, high, last, count] = [Infinity, -Infinity, NaN, 0];
  for (let index = start; index < end; index++) {
    const value = track.values[index] ?? NaN;
    if (Number.isNaN(value)) continue;
    last = value;
    count++;
    low = Math.min(low, track.lower?.[index] ?? value);
    high = Math.max(high, track.upper?.[index] ?? value);
  }
  if (count === 0) return `${track.label}: no values.`;
  if (track.shape === "dots") return `${track.label}: ${formatCount(count)} ${count === 1 ? "mark" : "marks"}.`;
  const extent = `lowest ${formatValue(low)}, highest ${formatValue(high)}`;
  if (track.shape === "band") return `${track.label}: ${extent}.`;
  return `${track.label}: ${formatCount(count)} values, last ${formatValue(last)}, ${extent}${gaps(track, start, end)}.`;
}

function gaps(track: Track, start: number, end: number): string {
  const count = runsWithin(track, [start, end]).length - 1;
  return count < 1 ? "" : `, ${formatCount(count)} ${count === 1 ? "gap" : "gaps"}`;
}
