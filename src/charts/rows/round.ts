import {least, tickStep} from "d3-array";
import {formatTick} from "../../format/format.js";
import {textWidth} from "../../ui/elements/dom.js";
import {decades, multiples} from "../frame.js";

/** How an axis has its ticks. */
export interface Ticking {
  tick: (value: number, step: number) => string;
  step?: (low: number, high: number, count: number) => number;
}

/** An axis, its ticks, their texts, and the px that these need beside it. */
export interface Axis {
  type: "linear" | "log";
  domain: [number, number];
  ticks: number[];
  text: (value: number) => string;
  room: number;
}

/** An axis of about `count` ticks from one round value to another; of decades if it is logarithmic and above zero. */
export function roundAxis(
  {tick, step: stepOf = tickStep}: Ticking,
  [low, high]: readonly [number, number],
  count: number,
  isLog = false
): Axis {
  const type = isLog && low > 0 ? "log" : "linear";
  const step = stepOf(low, high, count);
  const [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)];
  const ticks = type === "log" && high > 10 * low ? decades([low, high], count) : multiples(step, first, last);
  const steps = new Map(ticks.map(({value, step}) => [value, step]));
  const text = (value: number): string => tick(value, steps.get(value) ?? step);
  const values = [...steps.keys()];
  const domain: [number, number] = type === "log" ? [low, high] : [values[0] ?? low, values.at(-1) ?? high];
  return {type, domain, ticks: values, text, room: Math.max(48, ...values.map((value) => textWidth(text(value)) + 12))};
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const round = [
  ...[1, 2, 5, 10, 15, 30].flatMap((n) => [n, n * minute]),
  ...[1, 2, 3, 6, 12, 24, 48].map((n) => n * hour)
];

/** The step of an axis of seconds: whole minutes, hours or days; decimal ones below a second, and of days. */
export function ageStep(low: number, high: number, count: number): number {
  const wanted = (high - low) / count;
  if (wanted < 0.7) return tickStep(low, high, count);
  if (wanted > 3 * day) return day * tickStep(low / day, high / day, count);
  return least(round, (step) => Math.abs(Math.log(step / wanted))) ?? wanted;
}

/** The text of a tick of seconds; exact, unlike an age: 90 s is `1 min 30 s`. */
export function ageTick(value: number, step: number): string {
  if (step < 1) return `${formatTick(value, step)} s`;
  const size = Math.round(Math.abs(value));
  const parts = [
    [Math.floor(size / day), "d"],
    [Math.floor((size % day) / hour), "h"],
    [Math.floor((size % hour) / minute), "min"],
    [size % minute, "s"]
  ].flatMap(([count, unit]) => (count === 0 ? [] : [`${count} ${unit}`]));
  return parts.length === 0 ? "0 s" : `${value < 0 ? "−" : ""}${parts.join(" ")}`;
}
