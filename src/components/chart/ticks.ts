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
  ticks(count: number): Date[];
  range(): number[];
}

const second = 1000;
const day = 86_400_000;
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const roomPerTick = 76;

/** Ticks in UTC that fit the scale's width: clock times over dates, days over months, months over years. */
export function timeTicks(scale: TimeScale): TimeTick[] {
  const [left = 0, right = 0] = scale.range();
  for (let count = Math.max(1, Math.floor((right - left) / roomPerTick)); count > 1; count--) {
    const ticks = label(scale.ticks(count));
    if (fitting(ticks, scale)) return ticks;
  }
  return label(scale.ticks(2)).slice(0, 1);
}

/** The middle of a tick's label: at its tick, but never beyond the left or right edge of the plot. */
export function middleOf(text: string, x: number, right: number): number {
  const half = textWidth(text) / 2;
  return Math.max(half, Math.min(right - half + 6, x));
}

function label(dates: Date[]): TimeTick[] {
  const step = Math.min(...dates.slice(1).map((date, index) => date.getTime() - (dates[index]?.getTime() ?? 0)));
  let last = "";
  return dates.map((date) => {
    const context = contextOf(date, step);
    const tick = {time: date.getTime(), label: labelOf(date, step), context: context === last ? "" : context};
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
