import {scaleUtc} from "d3-scale";
import type {Row} from "../../duckdb/values/rows.js";
import {sameDecimals} from "../../format/digits.js";
import {toMs, toNumber} from "../../format/format.js";
import {formatInstant, type Zone} from "../../format/zone.js";
import {short, wordOf} from "../../ui/elements/names.js";
import {timeTicks} from "../ticks.js";
import type {Source} from "./source.js";

/** The most columns that a heat map shows. */
export const mostColumns = 2000;

/** The places of an axis: their labels, their values in saved tables, and their keys. */
export interface Axis {
  kind: "time" | "number" | "text";
  places: {label: string; saved: string | number; key: string | number}[];
  ticks: {column: number; text: string}[];
}

/** The axis of a column: names in the order of the rows, times and numbers ascending, in equal steps if possible. */
export function axisOf(source: Source, column: string, zone: Zone): Axis {
  const kind = source.kindOf(column);
  if (kind === "text" || kind === "other") {
    const names = [...new Set(source.rows.map((row) => String(row[column] ?? "–")))];
    const places = names.map((key) => ({label: short(wordOf(column, key)), saved: key, key}));
    const every = Math.ceil(names.length / 30);
    const ticks = places.flatMap(({label}, i) => (i % every === 0 ? [{column: i, text: label}] : []));
    return {kind: "text", places, ticks};
  }
  const known = [...new Set(source.rows.map((row) => keyOf(row, column, kind)))].map(Number);
  const keys = stepped(known.filter((key) => !Number.isNaN(key)).sort((a, b) => a - b));
  if (kind === "number") {
    const write = sameDecimals(keys);
    const places = keys.map((key) => ({label: write(key), saved: key, key}));
    return {kind, places, ticks: places.map(({label}, i) => ({column: i, text: label}))};
  }
  const isDays = keys.every((key) => formatInstant(key, zone, "second").includes(" 00:00:00"));
  const label = (key: number): string => formatInstant(key, zone, "minute").slice(0, isDays ? 10 : undefined);
  const places = keys.map((key) => ({label: label(key), saved: new Date(key).toISOString(), key}));
  const index = new Map(keys.map((key, i) => [key, i]));
  const found = timeTicks(scaleUtc([keys[0] ?? 0, keys.at(-1) ?? 0], [0, 760]), zone);
  const ticks = found.flatMap(({time, label: text, context}) => {
    const at = index.get(time);
    return at === undefined ? [] : [{column: at, text: text === "00:00" && context ? context : text}];
  });
  return {kind, places, ticks: ticks.length > 1 ? ticks : places.map((place, i) => ({column: i, text: place.label}))};
}

/** The key of a row's place on the axis of a column; epoch ms of a time. */
export function keyOf(row: Readonly<Row>, column: string, kind: "time" | "number" | "text"): string | number {
  const value = row[column];
  if (kind === "text") return String(value ?? "–");
  return kind === "time" ? toMs(value as Date | null) : toNumber(value);
}

// Adds the missing keys if all distances are multiples of one step.
function stepped(keys: readonly number[]): number[] {
  const step = keys.slice(1).reduce((least, key, i) => Math.min(least, key - (keys[i] ?? 0)), Infinity);
  const [first = 0, last = 0] = [keys[0], keys.at(-1)];
  const count = Math.round((last - first) / step) + 1;
  const isEven = keys.every((key) => Math.abs((key - first) / step - Math.round((key - first) / step)) < 1e-6);
  if (!isEven || !(count > keys.length && count <= mostColumns)) return [...keys];
  const known = new Map(keys.map((key) => [Math.round((key - first) / step), key]));
  return Array.from({length: count}, (_, i) => known.get(i) ?? Number((first + i * step).toPrecision(15)));
}
