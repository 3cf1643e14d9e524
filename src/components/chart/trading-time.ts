import {bisectLeft, bisectRight} from "d3-array";
import {scaleLinear, scaleUtc} from "d3-scale";
import {byTime} from "../../lib/rows.js";
import {sessionName} from "../parts/names.js";
import type {Range, Series, SessionRow, Shade} from "./model.js";
import {holdsUntil, isGap, type Track, track} from "./runs.js";

/** Time that stands still while a market is closed: what a time axis measures that skips closed hours. */
export interface OpenTime {
  /** The stretches that are skipped, ascending and apart from each other; each without its end. */
  closed: readonly Range[];
  /** Where an instant is in open time, in ms. */
  at(time: number): number;
  /** The instant at a place in open time: of a skipped stretch its end, or its start where that is asked for. */
  instant(place: number, edge?: "start" | "end"): number;
}

/** Open time without the closed ones of some shades. Without any it is time itself. */
export function openTime(shades: readonly Shade[] = []): OpenTime {
  const closed = merged(shades.filter(({kind}) => kind === "closed"));
  const starts = closed.map(([from]) => from);
  const skipped = [0]; // ms before each stretch, and in the end of all
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

/** Whether an instant, or all of the ms that begin with it, is skipped. */
export function isSkipped({at}: OpenTime, time: number, ms = 1): boolean {
  return at(time + ms) === at(time);
}

/** The middle of what is open of the ms that begin with an instant. */
export function middleOf({at, instant}: OpenTime, time: number, ms: number): number {
  return instant((at(time) + at(time + ms)) / 2);
}

/** Changes a time range as `change` says, which is given it and the whole in open time. */
export function inOpenTime(
  {closed, at, instant}: OpenTime,
  [range, full]: readonly [range: Range, full: Range],
  change: (range: Range, full: Range) => Range
): Range {
  if (closed.length === 0) return change(range, full);
  const whole: Range = [at(full[0]), at(full[1])];
  const [from, to] = change([at(range[0]), at(range[1])], whole);
  return [from <= whole[0] ? full[0] : instant(from), to >= whole[1] ? full[1] : instant(to, "start")];
}

// A lone update is of no length, but closed.
function merged(shades: readonly Shade[]): Range[] {
  const apart: [number, number][] = [];
  for (const {from, to} of [...shades].sort((a, b) => a.from - b.from)) {
    const [last, end] = [apart.at(-1), Math.max(to, from + 1)];
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], end);
    else apart.push([from, end]);
  }
  return apart;
}

/** What a time axis needs of a scale; d3's `scaleUtc` has it. */
export interface TimeScale {
  (time: number): number;
  invert(x: number): Date;
  domain(): Date[];
  range(): number[];
  /** What it measures, where that is not all time. */
  open?: OpenTime;
}

/** A scale from a time range to px on which skipped stretches have no width; a place where one is stands for its end. */
export function timeScale(range: Range, px: Range, open: OpenTime): TimeScale {
  if (open.closed.length === 0) return scaleUtc(range, px);
  const places = scaleLinear([open.at(range[0]), open.at(range[1])], px);
  return Object.assign((time: number) => places(open.at(time)), {
    invert: (x: number) => new Date(open.instant(places.invert(x))),
    domain: () => range.map((time) => new Date(time)),
    range: () => [...px],
    open
  });
}

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

/** The shades of rows that tell the market's sessions; `stepMs` as a chart has it. */
export function shadesOf(rows: Iterable<SessionRow>, stepMs?: number): Shade[] {
  const {times, texts} = byTime(rows);
  return sessionShades(times, texts("marketSession"), stepMs);
}

/** Shades where the market session is not regular. Without rows there is no shade: a gap in the data says nothing of the session. */
export function sessionShades(
  times: ArrayLike<number>,
  sessions: ArrayLike<string | null | undefined>,
  stepMs = 0
): Shade[] {
  const shades: Shade[] = [];
  let open: Shade | undefined;
  let session: string | null = null;
  for (let index = 0; index < times.length; index++) {
    const time = times[index] ?? NaN;
    const current = sessions[index] ?? null;
    const broken = isGap(times, index, stepMs);
    if (open !== undefined) open.to = broken ? holdsUntil(times, index - 1, stepMs) : time;
    if (current !== session || broken) {
      open = shadeOf(current, time);
      if (open !== undefined) shades.push(open);
    }
    session = current;
  }
  if (open !== undefined) open.to = holdsUntil(times, times.length - 1, stepMs);
  return shades;
}

function shadeOf(session: string | null, time: number): Shade | undefined {
  if (session === null || session === "regular") return undefined;
  return {from: time, to: time, label: sessionName(session), kind: session === "closed" ? "closed" : "extended"};
}
