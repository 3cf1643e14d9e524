import type {TimestampUnit, TimeUnit} from "../config/choices.js";
import {shorten} from "../config/size.js";
import {type Column, type ColumnName, columns, isColumn, type Row, type UpdateRow} from "./columns.js";
import {isDeeper, mostDepth, mostText, pickJson, shallow, sourceOf, toJson} from "./json.js";
import {writtenMicros} from "./time.js";

/** A value that does not fit its column's type, as JSON text. It became null, a publication time the time of receipt. */
export interface Coercion {
  columnName: ColumnName | "publishedAt";
  value: string;
}

/** The result of reading an entry: a row with extras (JSON text) and coercions, or a reject with its reason and raw JSON. */
export type EntryResult = {row: Row; extra: string | null; coercions: Coercion[]} | {reason: string; entry: string};

/**
 * Reads an entry of `parsed.priceFeeds[]`, parsed by `JSON.parse` or `parseExact`. Any value becomes exactly one row or one
 * reject, and nothing is thrown. Only `priceFeedId` must be readable.
 */
export function readEntry(entry: unknown, unit: TimestampUnit = "auto"): EntryResult {
  if (isDeeper(entry, mostDepth))
    return {reason: `entry is nested deeper than ${mostDepth} levels`, entry: toJson(shallow(entry, mostDepth + 1))};
  if (!isRecord(entry)) return {reason: `entry is not an object: ${shorten(toJson(entry))}`, entry: toJson(entry)};
  const cells: Partial<Record<ColumnName, number | string | null>> = {};
  const coercions: Coercion[] = [];
  for (const {name, type} of columns) {
    const value = Object.hasOwn(entry, name) ? entry[name] : null;
    const cell = readers[type].read(sourceOf(value), unit);
    cells[name] = cell;
    if (cell === null && value !== null) coercions.push({columnName: name, value: toJson(value)});
  }
  const row = cells as Row;
  const problem = feedIdProblem(entry.priceFeedId, row.priceFeedId);
  if (problem !== null) return {reason: problem, entry: toJson(entry)};
  return {row, extra: pickJson(entry, (name) => !isColumn(name)), coercions};
}

function isRecord(entry: unknown): entry is Readonly<Record<string, unknown>> {
  return typeof entry === "object" && entry !== null && !Array.isArray(entry);
}

function feedIdProblem(value: unknown, id: number | null): string | null {
  if (value === undefined) return "priceFeedId is missing";
  if (value === null) return "priceFeedId is null";
  if (id === null) return `priceFeedId is not a number: ${shorten(toJson(value))}`;
  if (id < 0) return `priceFeedId is negative: ${id}`;
  if (!Number.isInteger(id)) return `priceFeedId is fractional: ${id}`;
  return Number.isSafeInteger(id) ? null : `priceFeedId is above 2^53 and so not exact: ${shorten(toJson(value))}`;
}

// The result of `quick` for a value that it leaves to `read`; no column can hold it.
const unusual = Infinity;

interface Reader {
  /** Reads a value of any kind; null if it does not fit the column's type. */
  read(value: unknown, unit: TimestampUnit): number | string | null;
  /** Reads a value in its usual form, many times faster; timestamps in µs. Gives the same as `read`, or `unusual`. */
  quick(value: unknown): number | string | null;
}

// How values are read, by the type of their column.
const readers: Record<Column["type"], Reader> = {
  BIGINT: {read: toNumber, quick: quickId},
  DOUBLE: {read: toNumber, quick: quickNumber},
  TIMESTAMP: {read: toInstant, quick: quickMicros},
  VARCHAR: {read: toText, quick: quickText}
};

const quickReaders = columns.map(({name, type}) => ({name, quick: readers[type].quick}));
const noRow = {...Object.fromEntries(columns.map(({name}) => [name, null])), entryIndex: 0, extra: null};

/**
 * Reads an entry like `readEntry`, many times faster, if all values have their usual form. Gives null if one is unusual: a
 * value to coerce, a timestamp not in microseconds, or an extra field.
 */
export function quickRow(parsed: unknown, entryIndex: number): UpdateRow | null {
  if (typeof parsed !== "object" || parsed === null) return null;
  const entry = parsed as Readonly<Record<string, unknown>>; // an array has no priceFeedId
  const row: Record<string, number | string | null> = {...noRow, entryIndex};
  let fields = 0;
  for (const {name, quick} of quickReaders) {
    const value = entry[name];
    const cell = quick(value);
    if (cell === unusual) return null;
    if (value !== undefined) fields += 1;
    row[name] = cell;
  }
  return fields === Object.keys(entry).length ? (row as UpdateRow) : null;
}

// Whether a value is null, or a text that fits a column.
function isUsualText(value: unknown): value is string | null | undefined {
  return value == null || (typeof value === "string" && value.length <= mostText && !value.includes("\0"));
}

function toText(value: unknown): string | null {
  if (typeof value === "string") return isUsualText(value) ? value : null;
  return typeof value === "number" && Number.isFinite(value) ? String(value) : null;
}

function quickText(value: unknown): number | string | null {
  return isUsualText(value) ? (value ?? null) : unusual;
}

function quickId(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value + 0 : unusual;
}

function quickNumber(value: unknown): number | null {
  if (typeof value === "string") return integer(value);
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : unusual; // + 0: no negative zero
  return value == null ? null : unusual;
}

// A decimal integer, as mantissas are written. Up to 15 digits, every step is exact.
function integer(text: string): number {
  const start = text.charCodeAt(0) === 45 ? 1 : 0; // a minus sign
  if (text.length === start || text.length > 30) return unusual;
  let value = 0;
  for (let i = start; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return unusual;
    value = value * 10 + digit;
  }
  if (text.length > 15) return Number(text) + 0;
  return start === 1 ? 0 - value : value;
}

/** Reads a timestamp as `toMicros` does, but the number 0 stands for a missing one; 1970-01-01 as text is that day. */
export function toInstant(value: unknown, unit: TimestampUnit = "auto"): number | null {
  return toNumber(value) === 0 ? null : toMicros(value, unit);
}

function quickMicros(value: unknown): number | null {
  if (typeof value === "number") return value >= 1e14 && value < 1e17 && Number.isInteger(value) ? value : unusual;
  return value == null ? null : unusual;
}

const numeric = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i;

/** Reads a number or decimal text as a finite double; null for anything else, including `1e400`, `NaN` and `0x10`. */
export function toNumber(value: unknown): number | null {
  const number = typeof value === "string" && numeric.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number + 0 : null; // + 0: no negative zero
}

const microsPer: Record<TimeUnit, number> = {s: 1e6, ms: 1e3, us: 1, ns: 1e-3};
const maxMicros = 8.64e18; // the last instant of a JavaScript Date, within DuckDB's TIMESTAMP

/**
 * Reads a timestamp as Unix microseconds: a number or numeric text in `unit`, or a written instant (see
 * `writtenMicros`). Null if it is none of these or lies outside ±271 821 years.
 */
export function toMicros(value: unknown, unit: TimestampUnit = "auto"): number | null {
  const number = toNumber(value);
  if (number !== null) return inRange(scale(number, unit === "auto" ? unitOf(number) : unit, value));
  const micros = typeof value === "string" ? writtenMicros(value) : null;
  return micros === null ? null : inRange(micros);
}

// 1e11 s is the year 5138, 1e11 ms is 1973, 1e14 µs is 1973, 1e17 ns is 1973.
function unitOf(number: number): TimeUnit {
  const magnitude = Math.abs(number);
  if (magnitude < 1e11) return "s";
  if (magnitude < 1e14) return "ms";
  return magnitude < 1e17 ? "us" : "ns";
}

function scale(number: number, unit: TimeUnit, written: unknown): number {
  if (unit !== "ns") return Math.round(number * microsPer[unit]);
  // Nanoseconds of today are above 2^53: a double of them, or a quotient, may round up into the next microsecond.
  const digits = String(written).trim();
  const nanos = /^[+-]?\d+$/.test(digits) ? BigInt(digits) : BigInt(Math.floor(number));
  return Number((nanos - (((nanos % 1000n) + 1000n) % 1000n)) / 1000n);
}

function inRange(micros: number): number | null {
  return Math.abs(micros) <= maxMicros ? micros + 0 : null;
}
