import {bisectLeft, bisectRight} from "d3-array";
import {scaleLinear, scaleUtc} from "d3-scale";
import {byTime} from "../duckdb/values/rows.js";
import {sessionName} from "../ui/elements/names.js";
import type {Range, Series, SessionRow, Shade} from "./model.js";
import {holdsUntil, isGap, type Track, track} from "./runs.js";

/** Time that stops while a market is closed: the measure of a time axis that skips closed hours. */
export interface TradingTime {
  closed: readonly Range[];
  at(time: number): number;
  /** The instant of an trading time; where a range is skipped, its end, or with `edge` its start. */
  instant(place: number, edge?: "start" | "end"): number;
}

/** The trading time that skips the closed ones of some shades. Without any it equals time. */
export function tradingTime(shades: readonly Shade[] = []): TradingTime {
  const closed = merged(shades.filter(({kind}) => kind === "closed"));
  const starts = closed.map(([from]) => from);
  const skipped = [0]; // ms skipped before each range, and in total at the end
  for (const [index, [from, to]] of closed.entries()) skipped.push((skipped[index] ?? 0) + to - from);
  const seams = starts.map((from, index) => from - (skipped[index] ?? 0));
  return {
    closed,
    at(time) {
      const begun = bisectRight(starts, time);
      return Math.max(time - (skipped[begun] ?? 0), seams[begun - 1] ?? -Infinity);
    },
    instant(place, edge = "end") {
      const begun = edge === "end" ? bisectRight(seams, place) : bisectLeft(seams, place);
      return place + (skipped[begun] ?? 0);
    }
  };
}

/** Whether the `ms` milliseconds from an instant on are all skipped. */
export function isSkipped({at}: TradingTime, time: number, ms = 1): boolean {
  return at(time + ms) === at(time);
}

/** The middle of the open part of the `ms` milliseconds from an instant on. */
export function tradingMiddle({at, instant}: TradingTime, time: number, ms: number): number {
  return instant((at(time) + at(time + ms)) / 2);
}

/** Changes a time range by `change`, which gets and returns ranges in trading time. */
export function inTradingTime(
  {closed, at, instant}: TradingTime,
  [range, full]: readonly [range: Range, full: Range],
  change: (range: Range, full: Range) => Range
): Range {
  if (closed.length === 0) return change(range, full);
  const whole: Range = [at(full[0]), at(full[1])];
  const [from, to] = change([at(range[0]), at(range[1])], whole);
  return [from <= whole[0] ? full[0] : instant(from), to >= whole[1] ? full[1] : instant(to, "start")];
}

// Disjoint ranges of shades. A shade of a single update has no length: it gets 1 ms.
function merged(shades: readonly Shade[]): Range[] {
  const apart: [number, number][] = [];
  for (const {from, to} of [...shades].sort((a, b) => a.from - b.from)) {
    const [last, end] = [apart.at(-1), Math.max(to, from + 1)];
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], end);
    else apart.push([from, end]);
  }
  return apart;
}

/** The part of d3's `scaleUtc` that a time axis uses. */
export interface TimeScale {
  (time: number): number;
  invert(x: number): Date;
  domain(): Date[];
  range(): number[];
  trading?: TradingTime;
}

/** A scale from a time range to px without skipped ranges. At the x of a skipped range, `invert` gives its end. */
export function timeScale(range: Range, px: Range, trading: TradingTime): TimeScale {
  if (trading.closed.length === 0) return scaleUtc(range, px);
  const places = scaleLinear([trading.at(range[0]), trading.at(range[1])], px);
  return Object.assign((time: number) => places(trading.at(time)), {
    invert: (x: number) => new Date(trading.instant(places.invert(x))),
    domain: () => range.map((time) => new Date(time)),
    range: () => [...px],
    trading
  });
}

/** Tracks without the points in skipped time. A candle is left out, with the points at its time, if all of it is skipped. */
export function skipClosed(tracks: Track[], trading: TradingTime, whole: Range): Track[] {
  if (trading.closed.length === 0) return tracks;
  const isOpen = (time: number, ms?: number): boolean => {
    if (ms === undefined) return !isSkipped(trading, time);
    const start = Math.max(time, whole[0]);
    return !isSkipped(trading, start, Math.max(1, Math.min(time + ms, whole[1]) - start));
  };
  const chosen = new Map<ArrayLike<number>, {indexes: number[]; times: number[]}>();
  for (const {times, shape, stepMs} of tracks) {
    const ms = shape === "candles" ? stepMs : undefined;
    if (ms === undefined && chosen.has(times)) continue;
    const indexes = Array.from(times, (_, index) => index).filter((index) => isOpen(times[index] ?? NaN, ms));
    chosen.set(times, {indexes, times: indexes.map((index) => times[index] ?? NaN)});
  }
  return tracks.map((one) => onlyAt(one, chosen.get(one.times) ?? {indexes: [], times: []}, trading));
}

// Tracks that share their times still do.
function onlyAt(whole: Track, {indexes, times}: {indexes: number[]; times: number[]}, {at}: TradingTime): Track {
  const {values, saved, upper, lower, open, format} = whole;
  const only = <Value>(column: ArrayLike<Value>): Value[] => indexes.map((index) => column[index] as Value);
  const series: Series = {
    ...{...whole, times, values: only(values)},
    ...(saved && {saved: only(saved)}),
    ...(upper && {upper: only(upper)}),
    ...(lower && {lower: only(lower)}),
    ...(open && {open: only(open)}),
    ...(format && {format: (value, high, index, ...how) => format(value, high, indexes[index] ?? -1, ...how)})
  };
  return {...series, runs: track({...series, times: times.map(at)}).runs};
}

/** The market sessions of rows. A gap in the data has no shade: its session is unknown. */
export function shadesOf(rows: Iterable<SessionRow>, stepMs = 0): Shade[] {
  const {times, texts} = byTime(rows);
  const sessions = texts("marketSession");
  const shades: Shade[] = [];
  let last: Shade | undefined;
  for (let index = 0; index < times.length; index++) {
    const time = times[index] ?? NaN;
    const session = sessions[index] ?? null;
    const isBroken = isGap(times, index, stepMs);
    if (last !== undefined) last.to = isBroken ? holdsUntil(times, index - 1, stepMs) : time;
    if (session === (sessions[index - 1] ?? null) && !isBroken) continue;
    last = shadeOf(session, time);
    if (last !== undefined) shades.push(last);
  }
  if (last !== undefined) last.to = holdsUntil(times, times.length - 1, stepMs);
  return shades;
}

function shadeOf(session: string | null, time: number): Shade | undefined {
  if (session === null) return undefined;
  return {from: time, to: time, label: sessionName(session), kind: session};
}
