import {scaleUtc} from "d3-scale";
import {type Stretch, stretchesOf, type Zone} from "../format/zone.js";
import {textWidth} from "../ui/elements/dom.js";
import {isSkipped, type TimeScale, type TradingTime} from "./trading-time.js";

/** A tick of the time axis. `context` is the second line of its label, empty if the same as at the tick before. */
export interface TimeTick {
  time: number;
  label: string;
  context: string;
}

const second = 1000;
const day = 86_400_000;
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const roomPerTick = 76;

/** Ticks at round local times that fit the scale's width. A tick in skipped time moves to its end. */
export function timeTicks(scale: TimeScale, zone: Zone = "utc"): TimeTick[] {
  const [left = 0, right = 0] = scale.range();
  const [from, to] = scale.domain().map(Number);
  const parts = stretchesOf(from ?? NaN, to ?? NaN, zone);
  const most = Math.max(1, Math.floor((right - left) / roomPerTick));
  const skips = scale.trading !== undefined;
  for (let count = most; count > 1; count--) {
    const ticks = label(...clockTimes(scale, parts, count));
    if (fitting(ticks, scale) && (!skips || 2 * ticks.length >= count)) return roomy(ticks, scale);
  }
  if (!skips) return label(...clockTimes(scale, parts, 2)).slice(0, 1);
  return roomy(thinned(scale, ...clockTimes(scale, parts, most)), scale);
}

/** The middle of a tick's label in px: at its tick, or moved so that the label stays within the plot. */
export function labelMiddle(text: string, x: number, right: number): number {
  const half = textWidth(text) / 2;
  return Math.max(half, Math.min(right - half, x));
}

/** A time, and its local time as if it were UTC. */
interface ClockTime {
  time: number;
  clock: Date;
}

const densest = 200; // trading time may need more candidates, at most by this factor

// Candidates for ticks, and the longest step between two before any is moved.
function clockTimes(scale: TimeScale, parts: Stretch[], most: number): [times: ClockTime[], step: number] {
  const [from = NaN, to = NaN] = scale.domain().map(Number);
  const {trading} = scale;
  const count =
    trading === undefined ? most : most * Math.min(densest, (to - from) / (trading.at(to) - trading.at(from)));
  const times = parts.flatMap((part) => {
    // All parts get the steps of the whole domain.
    const clocks = scaleUtc()
      .domain([from + part.offset, to + part.offset])
      .ticks(count);
    const times = clocks.map((clock) => ({time: clock.getTime() - part.offset, clock}));
    return times.filter(({time}) => time >= part.from && (time < part.to || (part.to === to && time === to)));
  });
  const steps = times.slice(1).map(({clock}, index) => clock.getTime() - (times[index]?.clock.getTime() ?? 0));
  const step = steps.length === 0 ? Infinity : Math.max(...steps);
  if (trading === undefined) return [times, step];
  const moved = afterSkipped(times, trading, parts);
  const opens = moved.every(({time}) => isSkipped(trading, time - 1)); // each is the first open moment of a day
  return [moved, opens ? Math.max(day, step) : step];
}

function afterSkipped(times: ClockTime[], trading: TradingTime, parts: Stretch[]): ClockTime[] {
  const end = parts.at(-1)?.to ?? NaN;
  const moved = times.map((one) => {
    if (!isSkipped(trading, one.time)) return one;
    const time = trading.instant(trading.at(one.time));
    return {time, clock: new Date(time + (parts.findLast(({from}) => from <= time)?.offset ?? 0))};
  });
  return moved.filter(
    ({time}, index) => time !== moved[index - 1]?.time && (time < end || time === times[index]?.time)
  );
}

// Ticks from left to right; one that does not fit is left out. They are closer at seams.
function thinned(scale: TimeScale, times: ClockTime[], step: number): TimeTick[] {
  let kept: ClockTime[] = [];
  for (const time of times) {
    if (fitting(label([...kept, time], step), scale)) kept = [...kept, time];
  }
  return label(kept, step);
}

function label(times: ClockTime[], step: number): TimeTick[] {
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
  let [free, ended] = [-Infinity, -Infinity]; // the first and the last label may be moved
  for (const tick of ticks) {
    const [[left, right], middle] = [edgesOf(tick.label, tick.time, scale), scale(tick.time)];
    const half = (right - left) / 2;
    if (left < free || middle - half < ended + 20) return false;
    [free, ended] = [right + 8, middle + half];
  }
  return true;
}

// Ticks without the contexts that would reach the next one: a day of which little is shown has none.
function roomy(ticks: TimeTick[], scale: TimeScale): TimeTick[] {
  let free = Infinity;
  return ticks
    .toReversed()
    .map((tick) => {
      if (tick.context === "") return tick;
      const [left, right] = edgesOf(tick.context, tick.time, scale);
      if (right > free) return {...tick, context: ""};
      free = left - 8;
      return tick;
    })
    .reverse();
}

function edgesOf(text: string, time: number, scale: TimeScale): [left: number, right: number] {
  const [left = 0, right = 0] = scale.range();
  // The plot reaches as far beyond the scale on the right as on the left.
  const [middle, half] = [labelMiddle(text, scale(time), left + right), textWidth(text) / 2];
  return [middle - half, middle + half];
}
