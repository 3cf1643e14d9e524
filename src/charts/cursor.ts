import {bisector, bisectRight, sort} from "d3-array";
import {formatInstant} from "../format/zone.js";
import {fontSize, svg, textWidth} from "../ui/elements/dom.js";
import {color} from "../ui/elements/theme.js";
import type {Frame} from "./frame.js";
import type {Range} from "./model.js";
import {indexAt, inside, type Track} from "./runs.js";
import {cursorTag} from "./tags.js";
import {tradingMiddle, tradingTime} from "./trading-time.js";

/** The value of one series at a time; index -1 and NaN if it has none. */
export interface Reading {
  track: Track;
  index: number;
  value: number;
  upper: number;
  text: string;
  /** A shorter text for narrow charts. */
  brief?: string;
}

/** The stops of a cursor: the distinct times at which any track has a point in a range. */
export function cursorTimes(tracks: Track[], range: Range): number[] {
  const lists = tracks.map((track) => Array.prototype.slice.call(track.times, ...inside(track, range)) as number[]);
  return sort(new Set(lists.flat()));
}

/** The stop for a time: the nearest; with candles, the start of the candle that contains it. */
export function stopAt(tracks: Track[], times: number[], time: number, trading = tradingTime()): number | undefined {
  if (tracks.some(({shape}) => shape === "candles")) return times[placeOf(times, time)];
  return times[bisector<number, number>(trading.at).center(times, trading.at(time))];
}

/** The index of the last stop at or before a time, or 0. */
export function placeOf(times: number[], time: number): number {
  return Math.max(0, bisectRight(times, time) - 1);
}

/** The stop some places later, or earlier if negative; at most the last or the first. */
export function move(times: number[], time: number, places: number): number | undefined {
  const index = bisectRight(times, time) - 1;
  return times[Math.max(0, Math.min(times.length - 1, index + places))];
}

/** The value of a series at a time, in its own format. Dots have one only at their own times. */
export function read(track: Track, time: number, formatValue: (value: number) => string, isExact = false): Reading {
  const last = indexAt(track, time);
  const index = (track.shape === "dots" || track.shape === "notes") && track.times[last] !== time ? -1 : last;
  const reading = {track, index, value: track.values[index] ?? NaN, upper: track.upper?.[index] ?? NaN};
  const isCandle = track.shape === "candles" && index >= 0;
  const text = index < 0 ? "–" : textOf(reading, formatValue, isExact);
  return {...reading, text, ...(isCandle && {brief: formatValue(reading.value)})};
}

function textOf(
  {track, index, value, upper}: Omit<Reading, "text" | "brief">,
  formatValue: (value: number) => string,
  isExact: boolean
): string {
  if (track.format !== undefined) return track.format(value, upper, index, formatValue, isExact);
  if (track.shape === "candles") {
    const [first, lowest] = [track.open?.[index] ?? NaN, track.lower?.[index] ?? NaN];
    return `O ${formatValue(first)} H ${formatValue(upper)} L ${formatValue(lowest)} C ${formatValue(value)}`;
  }
  return track.shape === "band" ? `${formatValue(value)} to ${formatValue(upper)}` : formatValue(value);
}

/** Draws the cursor: a line at the time, or at `place` (the time of a linked chart), and a dot on each series. */
export function crosshair(
  frame: Frame,
  time: number,
  readings: Reading[],
  {place, y}: {place: number | null; y: number | null}
): SVGGElement {
  const x = Math.round(frame.x(place ?? crosshairTime(frame, time, readings))) + 0.5;
  const line = {x1: x, x2: x, y1: frame.top, y2: frame.bottom, stroke: color.ink3, "stroke-dasharray": "2 2"};
  const dots = [...readings].reverse().map((reading) => dotOf(reading, frame, x));
  const read = readings.find(({track, value}) => track.shape !== "band" && !Number.isNaN(value))?.value ?? NaN;
  const tag = place === null ? cursorTag(frame, y ?? frame.y(read)) : null;
  return svg("g", {"pointer-events": "none"}, svg("line", line), ...dots, tag, timeLabel(frame, time, x));
}

/** The instant at which the cursor is drawn: for a candle its middle, moved into the view. */
export function crosshairTime({range: [from, to], trading}: Frame, time: number, readings: Reading[]): number {
  const candle = readings.find(({track, index}) => track.shape === "candles" && track.times[index] === time);
  if (candle === undefined) return time;
  return Math.max(from, Math.min(to, tradingMiddle(trading, time, candle.track.stepMs ?? 0)));
}

/** Draws the dragged range, in px, cut off at the plot. */
export function selection({top, bottom, right}: Frame, from: number, to: number): SVGRectElement {
  const [start, end] = [Math.max(0, Math.min(from, to)), Math.min(right, Math.max(from, to))];
  const box = {x: start, width: end - start, y: top, height: bottom - top};
  const tint = {fill: color.accent, "fill-opacity": 0.15, stroke: color.accent};
  return svg("rect", {...box, ...tint, "pointer-events": "none"});
}

function dotOf({track, value}: Reading, frame: Frame, x: number): SVGCircleElement | null {
  const y = frame.y(value);
  if (!Number.isFinite(y) || track.shape === "band" || track.shape === "notes") return null; // a log scale cannot show zero
  return svg("circle", {cx: x, cy: y, r: 3.5, fill: track.color, stroke: color.background});
}

function timeLabel({width, right, bottom, zone}: Frame, time: number, x: number): SVGGElement {
  const text = formatInstant(time, zone).replace(/ [^ ]+$/, "");
  const wide = textWidth(text) + 12;
  const left = Math.max(0, Math.min(Math.min(width, right + 30) - wide, x - wide / 2));
  const box = svg("rect", {x: left, y: bottom + 3, width: wide, height: 18, rx: 2, fill: color.ink});
  const middle = {x: left + wide / 2, y: bottom + 16, "text-anchor": "middle"};
  return svg("g", {}, box, svg("text", {...middle, "font-size": fontSize, fill: color.background}, text));
}
