import {scaleUtc} from "d3-scale";
import type {Zone} from "../../lib/zone.js";
import {type Steady, steadyParts} from "./steady.js";
import {textWidth} from "./text.js";

/** A tick of the time axis; the second line of its label is there where it changes. */
export interface TimeTick {
  time: number;
  label: string;
  context: string;
}

/** What d3's `scaleUtc` offers that ticks need. */
export interface TimeScale {
  (time: number): number;
  domain(): Date[];
  range(): number[];
}

const second = 1000;
const day = 86_400_000;
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const roomPerTick = 76;

/**
 * Ticks that fit the scale's width, at round times of a zone's clocks: clock times over dates, days over months, months over
 * years. An hour that clocks leave out has no tick, one that they have twice has two.
 */
export function timeTicks(scale: TimeScale, zone: Zone = "utc"): TimeTick[] {
  const [left = 0, right = 0] = scale.range();
  const [from, to] = scale.domain().map(Number);
  const parts = steadyParts(from ?? NaN, to ?? NaN, zone);
  for (let count = Math.max(1, Math.floor((right - left) / roomPerTick)); count > 1; count--) {
    const ticks = label(clockTimes(scale, parts, count));
    if (fitting(ticks, scale)) return ticks;
  }
  return label(clockTimes(scale, parts, 2)).slice(0, 1);
}

/** The middle of a tick's label: at its tick, but never beyond the left or right edge of the plot. */
export function middleOf(text: string, x: number, right: number): number {
  const half = textWidth(text) / 2;
  return Math.max(half, Math.min(right - half + 6, x));
}

/** A time, and what clocks show then as if it were UTC. */
interface ClockTime {
  time: number;
  clock: Date;
}

function clockTimes(scale: TimeScale, parts: Steady[], count: number): ClockTime[] {
  const [from = NaN, to = NaN] = scale.domain().map(Number);
  return parts.flatMap((part) => {
    // All parts get the steps of the whole, which depend on its length.
    const clocks = scaleUtc()
      .domain([from + part.offset, to + part.offset])
      .ticks(count);
    const times = clocks.map((clock) => ({time: clock.getTime() - part.offset, clock}));
    return times.filter(({time}) => time >= part.from && (time < part.to || (part.to === to && time === to)));
  });
}

function label(times: ClockTime[]): TimeTick[] {
  const steps = times.slice(1).map(({clock}, index) => clock.getTime() - (times[index]?.clock.getTime() ?? 0));
  const step = steps.length === 0 ? Infinity : Math.max(...steps);
  let last = "";
  return times.map(({time, clock}) => {
    const context = contextOf(clock, step);
    const tick = {time, label: labelOf(clock, step), context: context === last ? "" : context};
    last = context;
    return tick;
  });
}

function labelOf(date: Date, step: number): string {
  if (step < second) return date.toISOString().slice(11, 23);
  if (step < 60 * second) return date.toISOString().slice(11, 19);
  if (step < day) return date.toISOString().slice(11, 16);
  if (step < 7 * day) return `${weekdays[date.getUTCDay()]} ${date.getUTCDate()}`;
  if (step < 28 * day) return String(date.getUTCDate());
  if (step < 360 * day) return months[date.getUTCMonth()] ?? "";
  return Number.isFinite(step) ? String(date.getUTCFullYear()) : date.toISOString().slice(11, 16);
}

function contextOf(date: Date, step: number): string {
  const month = `${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  if (step < day || !Number.isFinite(step)) return `${date.getUTCDate()} ${month}`;
  if (step < 28 * day) return month;
  return step < 360 * day ? String(date.getUTCFullYear()) : "";
}

function fitting(ticks: TimeTick[], scale: TimeScale): boolean {
  return lineFits(ticks, scale, "label") && lineFits(ticks, scale, "context");
}

function lineFits(ticks: TimeTick[], scale: TimeScale, line: "label" | "context"): boolean {
  const [left = 0, last = 0] = scale.range();
  // The plot reaches as far beyond the scale on the right as on the left.
  const right = last + left;
  let free = -Infinity;
  for (const tick of ticks) {
    if (tick[line] === "") continue;
    const half = textWidth(tick[line]) / 2;
    const middle = middleOf(tick[line], scale(tick.time), right);
    if (middle - half < free) return false;
    free = middle + half + 8;
  }
  return true;
}
