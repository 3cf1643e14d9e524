import {DateTime} from "luxon";
import type {TimestampUnit, TimeUnit} from "../config/choices.js";
import type {Column} from "./columns.js";
import {mostText} from "./json.js";

/** What `quick` gives for a value that only `read` can read. No column can hold it. */
export const unusual = Infinity;

interface Reader {
  /** A value of any kind; null if it cannot take the column's type. */
  read(value: unknown, unit: TimestampUnit): number | string | null;
  /** A number as it usually comes, many times faster, timestamps in µs: what `read` gives, NaN for null, or `unusual`. */
  quick(value: unknown): number;
}

/** How values are read, by the type of their column. */
export const readers: Record<Column["type"], Reader> = {
  BIGINT: {read: toNumber, quick: quickId},
  DOUBLE: {read: toNumber, quick: quickNumber},
  TIMESTAMP: {read: toMicros, quick: quickMicros},
  VARCHAR: {read: toText, quick: () => unusual}
};

/** Whether a value is null, or text that a column takes as it is. */
export function isUsualText(value: unknown): value is string | null | undefined {
  return value == null || (typeof value === "string" && value.length <= mostText);
}

function toText(value: unknown): string | null {
  if (typeof value === "string") return value.length > mostText ? null : value;
  return typeof value === "number" && Number.isFinite(value) ? String(value) : null;
}

function quickId(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value + 0 : unusual;
}

function quickNumber(value: unknown): number {
  if (typeof value === "string") return integer(value);
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : unusual; // + 0: no negative zero
  return value == null ? Number.NaN : unusual;
}

// A decimal integer, as mantissas are written. Up to 15 digits every step is exact; more are left to Number.
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

function quickMicros(value: unknown): number {
  if (typeof value === "number") return value >= 1e14 && value < 1e17 && Number.isInteger(value) ? value : unusual;
  return value == null ? Number.NaN : unusual;
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
 * Reads a timestamp as Unix microseconds: a number or numeric text in `unit`, or ISO 8601 text (UTC where it names no
 * zone). Null if it is none of these or lies outside ±271 821 years.
 */
export function toMicros(value: unknown, unit: TimestampUnit = "auto"): number | null {
  const number = toNumber(value);
  if (number !== null) return inRange(scale(number, unit === "auto" ? unitOf(number) : unit, value));
  return typeof value === "string" ? isoMicros(value) : null;
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

function isoMicros(text: string): number | null {
  const iso = text.trim().replace(/^(\d{4}-\d{2}-\d{2}) +(?=\d)/, "$1T");
  const date = DateTime.fromISO(iso, {zone: "utc"});
  if (!date.isValid || !/^[+-]?\d{4}/.test(iso) || /^\d{2}:/.test(iso)) return null; // a time alone is no instant
  const finer = /[.,]\d{3}(\d{1,3})/.exec(iso)?.[1] ?? ""; // luxon stops at milliseconds
  return inRange(date.toMillis() * 1e3 + Number(finer.padEnd(3, "0")));
}

function inRange(micros: number): number | null {
  return Math.abs(micros) <= maxMicros ? micros + 0 : null;
}
