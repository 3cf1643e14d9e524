import type {TimestampUnit} from "../config/choices.js";
import type {Column} from "./columns.js";
import {mostText} from "./limits.js";
import {toNumber} from "./number.js";
import {toMicros} from "./timestamp.js";

/** What `quick` gives for a value that only `read` can read. No column can hold it. */
export const unusual = Infinity;

/** How a column's values are read. */
export interface Reader {
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
