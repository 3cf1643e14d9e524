import {tellApart, type Write} from "../format/digits.js";
import {formatPrice, formatTick, toMs} from "../format/format.js";
import {formatInstant} from "../format/zone.js";
import {exactText} from "../ui/elements/exact.js";
import {cursorTimes, type Reading, read} from "./cursor.js";
import {type Frame, frame} from "./frame.js";
import {tallHeight} from "./full.js";
import {type Handover, handoverOf} from "./link.js";
import type {Range, Shade, TimeChartOptions} from "./model.js";
import {levelsOf, noteTrack} from "./notes.js";
import {indexAt, type Track, timeExtent, track} from "./runs.js";
import {skipClosed, type TradingTime, tradingTime} from "./trading-time.js";

/** The state of a time chart: its data, and the part of it that is shown. */
export interface View {
  readonly options: TimeChartOptions;
  readonly handover: Handover;
  readonly tracks: Track[];
  /** The tracks with all their points, including those in skipped time. */
  readonly allTracks: Track[];
  readonly trading: TradingTime;
  /** The whole time range; NaN if there is neither a domain nor a row. */
  readonly full: Range;
  /** The time range that the reader can move and zoom to. */
  readonly outer: Range;
  /** The time range of the page's rows. */
  readonly loaded: Range;
  readonly hidden: Set<string>;
  range: Range | null;
  width: number;
  height: number;
  /** Minimum width of the value axis in px, which linked charts share; 0 until it is drawn. */
  axis: number;
  time: number | null;
  /** The height in px at which the mouse points; null for keys and fingers. */
  y: number | null;
}

// Without a container of known width.
const firstWidth = 640;

/** The initial state of a chart. */
export function createView(options: TimeChartOptions): View {
  const {stepMs = 0} = options;
  const lines = options.series.map((series) => track({stepMs, ...series}));
  const marked = {levels: levelsOf(options), spans: Array.from(options.spans ?? [])};
  const notes = noteTrack({...options, ...marked});
  const allTracks = [...lines, ...notes];
  const trading = tradingTime(options.skipClosed ? options.shades : []);
  const full = readRange(options.domain) ?? timeExtent(lines) ?? readRange(options.range) ?? [NaN, NaN];
  const handover = handoverOf(options.id ?? options.title);
  const off = (options.keepsView ? handover.hidden : undefined) ?? options.hidden;
  const view: View = {
    options: {formatTick, ...options, ...marked},
    handover,
    tracks: [...skipClosed(lines, trading, full), ...notes],
    allTracks,
    trading,
    full,
    outer: joined(full, readRange(options.extent) ?? full),
    hidden: new Set(allTracks.filter(({key, hidden}) => off?.includes(key) ?? hidden).map(({key}) => key)),
    range: null,
    loaded: [NaN, NaN],
    width: options.width ?? firstWidth,
    height: heightOf(options),
    axis: 0,
    time: null,
    y: null
  };
  zoom(view, firstRange(view));
  return {...view, loaded: rangeOf(view)};
}

/** The height of a chart's plot in the page, in px. */
export function heightOf({tall = false, height = 320}: TimeChartOptions): number {
  return tall ? tallHeight() : height;
}

// A new range from the page replaces the reader's zoom.
function firstRange({options, handover, full}: View): Range | null {
  const range = readRange(options.range);
  if (!options.keepsView) return range;
  const isNew = handover.range !== undefined && handover.range !== String(range);
  handover.range = String(range);
  const {zoomed} = zoomOf(options, handover);
  if (isNew || zoomed === undefined) return range;
  return zoomed === null || (zoomed[0] < full[1] && zoomed[1] > full[0]) ? zoomed : range;
}

// Linked charts share one zoom.
function zoomOf({linked}: TimeChartOptions, handover: Handover): Handover {
  return linked ? handoverOf("") : handover;
}

/** Stores zoom and hidden series for the chart that replaces this one. */
export function handOver({options, handover, range, hidden}: View): void {
  if (!options.keepsView) return;
  zoomOf(options, handover).zoomed = range;
  handover.hidden = [...hidden];
}

/** The time range shown. */
export function rangeOf({range, full}: View): Range {
  return range ?? full;
}

/** The tracks that are not toggled off. */
export function visible({tracks, hidden}: View): Track[] {
  return tracks.filter(({key}) => !hidden.has(key));
}

/** The visible tracks with all their points, for saved files. */
export function savedTracks({allTracks, hidden}: View): Track[] {
  return allTracks.filter(({key}) => !hidden.has(key));
}

/** A note if some of the time shown is skipped, else an empty text. */
export function skippedNote(view: View): string {
  const [{trading}, [from, to]] = [view, rangeOf(view)];
  return trading.at(to) - trading.at(from) < to - from ? "closed hours skipped" : "";
}

/** The stops of the cursor. */
export function stops(view: View): number[] {
  return cursorTimes(visible(view), rangeOf(view));
}

/** The last stop at which a series has a value. */
export function lastStop(view: View, times: readonly number[]): number | undefined {
  const lines = visible(view).filter(({shape}) => shape !== "notes");
  return times.findLast((time) => lines.some((track) => indexAt(track, time) >= 0)) ?? times.at(-1);
}

/** The times of the notes in view. */
export function noteTimes(view: View): number[] {
  const notes = visible(view).filter(({shape}) => shape === "notes");
  return cursorTimes(notes, rangeOf(view));
}

/** The market session at a time, by its name in the data and for readers; undefined if it is unknown. */
export function sessionAt({options: {shades = []}}: View, time: number): Shade | undefined {
  return shades.find(({from, to}) => time >= from && time <= to);
}

/** The values of the visible series at a time. */
export function readings(view: View, time: number, write: (value: number) => string = formatValue(view)): Reading[] {
  return visible(view).map((track) => read(track, time, write, view.handover.isExact));
}

/** The length of a series' longest readout, of about 50 of them. */
export function longestText(view: View, track: Track): number {
  const step = Math.ceil(track.times.length / 50);
  const times = Array.from(track.times).filter((_, i) => i % step === 0);
  return Math.max(0, ...times.map((time) => read(track, time, formatValue(view), view.handover.isExact).text.length));
}

/** The values of the visible series at some times, with enough digits to distinguish them; a copy has all digits. */
export function tableRows(view: View, times: readonly number[]): (HTMLElement | string)[][] {
  const given = times.flatMap((time) => readings(view, time));
  const numbers = given.flatMap(({value, upper, index, track: {lower, open}}) => {
    return [value, upper, lower?.[index] ?? NaN, open?.[index] ?? NaN];
  });
  const write = tellApart(numbers, formatValue(view));
  const all: Write = (value) => formatValue(view)(value, Infinity);
  return times.map((time) => {
    const exact = visible(view).map((track) => read(track, time, all, true).text);
    const shown = readings(view, time, write).map(({text}, i) => exactText(text, exact[i] ?? text));
    return [formatTime(view, time), ...shown];
  });
}

/** The format of the chart's values: with all their digits once the reader wants these. */
export function formatValue({options, handover}: View): Write {
  const write: Write = options.formatValue ?? ((value) => formatPrice(value));
  return handover.isExact ? (value) => write(value, Infinity) : write;
}

/** Zooms to a time range, or out if it is null or covers everything. Returns whether the range changed. */
export function zoom(view: View, range: Range | null): boolean {
  const {full, outer} = view;
  const cut = range === null || !(range[1] > range[0]) ? null : within(range, outer);
  const next = cut === null || (cut[0] === full[0] && cut[1] === full[1]) ? null : cut;
  const same = next?.[0] === view.range?.[0] && next?.[1] === view.range?.[1];
  view.range = next;
  return !same;
}

// The part of a range inside another; the whole range if it has none.
function within(range: Range, outer: Range): Range {
  const [from, to] = [Math.max(range[0], outer[0]), Math.min(range[1], outer[1])];
  return to > from ? [from, to] : range;
}

/** The time range from the start of the earlier one to the end of the later one. */
export function joined(one: Range, other: Range): Range {
  return [Math.min(one[0], other[0]), Math.max(one[1], other[1])];
}

/** Whether there is time beyond the range shown. */
export function canMove({range, full, outer}: View): boolean {
  return range !== null || outer[0] < full[0] || outer[1] > full[1];
}

/** An instant in the view's time zone. */
export function formatTime({options}: View, time: number, precision?: "minute" | "second"): string {
  return formatInstant(time, options.zone ?? "utc", precision);
}

function readRange(range: TimeChartOptions["range"]): Range | null {
  if (!range) return null;
  const [from, to] = [toMs(range[0]), toMs(range[1])];
  return Number.isNaN(from) || Number.isNaN(to) ? null : [from, to];
}

/** Lays the view out at its width, with a notice if all of its range is skipped. */
export function layout(view: View): Frame {
  const {options, loaded, width, height, axis, trading} = view;
  const range = rangeOf(view);
  const isPartial = options.onZoom !== undefined && (range[0] < loaded[0] || range[1] > loaded[1]);
  const pending = isPartial ? loaded : null;
  // The page loads the rows beyond its last zoom after the gesture has ended.
  const shown = {...options, height, ...(isPartial && {empty: "…"})};
  if (trading.at(range[0]) === trading.at(range[1])) {
    const empty = "only closed hours in this range, which are skipped";
    return frame({...shown, series: [], empty}, {width, axis, range, tracks: []});
  }
  const isLast = range[1] >= view.outer[1];
  return frame(
    {...shown, formatValue: formatValue(view)},
    {width, axis, range, tracks: visible(view), trading, isLast, pending}
  );
}
