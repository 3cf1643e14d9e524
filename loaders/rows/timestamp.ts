import {DateTime} from "luxon";
import type {TimestampUnit, TimeUnit} from "../config/choices.js";
import {toNumber} from "./number.js";

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
