import {max, median} from "d3-array";
import {
  formatAge,
  formatBps,
  formatCount,
  formatPercent,
  formatPrice,
  formatRate,
  formatTick,
  formatUtc
} from "../../lib/format.js";
import {shortened} from "../parts/names.js";
import {isId, numbersOf, oneOf, type Source} from "./source.js";

/**
 * How numbers are written: by a name, or by a function of the value (and, on an axis, of the distance between two ticks).
 *
 * | name | takes | writes |
 * |---|---|---|
 * | `number` | any number | `80,639.54`: seven digits |
 * | `price` | any number | `80,639.53748222`: all its digits |
 * | `count` | whole numbers | `125,000` |
 * | `bps` | basis points | `1.23 bps` |
 * | `percent` | a fraction | `1.23 %` |
 * | `rate` | a fraction, as of funding | `0.003877 %` |
 * | `age` | seconds | `3 h 5 min` |
 *
 * Default: by the unit that the column's name ends in, `Bps`, `Share`, `Seconds`, `Rate8h`; of `apr`, `change`, `drawdown` and
 * `volatility` as fractions; else `number`.
 */
export type Format = keyof typeof formats | ((value: number, step?: number) => string);

interface Writer {
  value: (value: number) => string;
  /** Text of an axis label, given the distance between two ticks. */
  tick: (value: number, step: number) => string;
  /** Above an axis. */
  unit: string;
}

const digits = 7;
const percent = {tick: (value: number, step: number): string => formatTick(100 * value, 100 * step), unit: "%"};

const formats = {
  number: {value: writeNumber, tick: formatTick, unit: ""},
  price: {value: (value) => formatPrice(value), tick: formatTick, unit: ""},
  count: {value: formatCount, tick: formatTick, unit: ""},
  bps: {value: (value) => formatBps(value), tick: formatTick, unit: "bps"},
  percent: {value: (value) => formatPercent(value), ...percent},
  rate: {value: formatRate, ...percent},
  age: {value: formatAge, tick: (value) => formatAge(value), unit: ""}
} as const satisfies Readonly<Record<string, Writer>>;

/** A number with seven digits; a whole one with all. */
export function writeNumber(value: number): string {
  return Number.isInteger(value) ? formatCount(value) : formatPrice(Number(value.toPrecision(digits)));
}

/** How to write the numbers of an axis: whole, or all with as many decimals, at least two. */
export function sameDecimals(values: readonly number[]): (value: number) => string {
  const most = max(values, (value) => decimalsOf(Number(value.toPrecision(digits)))) ?? 0;
  return most === 0 ? formatCount : (value) => formatTick(value, 10 ** -Math.max(2, most));
}

/** How to write the numbers of a column. @throws if the format has a name that there is not */
export function writerOf(call: string, format: Format | undefined, column: string): Writer {
  if (typeof format === "function") return {value: (value) => format(value), tick: format, unit: ""};
  if (format === undefined) return formats[guess(column)];
  return formats[oneOf(call, "format", format, Object.keys(formats) as (keyof typeof formats)[])];
}

/** The text of an axis of a column: its name, then its unit, which it says once: `gap, bps` for `gapBps`. */
export function axisLabel(column: string, unit: string): string {
  const name = unit === "bps" ? column.replace(/(?<=.)bps$/i, "") : column;
  return [...new Set([name, unit])].filter(Boolean).join(", ");
}

/** How a column is written by its name alone. */
export function guess(column: string): keyof typeof formats {
  if (/bps$/i.test(column)) return "bps";
  if (/share$|^(?:(?:mean)?ap[ry]|change(?:\d+\w)?|drawdown|volatility)$/i.test(column)) return "percent";
  if (/seconds$/i.test(column)) return "age";
  return /^(?:rate(?:1h|8h|Day)?|\w+Rate8h|spread8h)$/.test(column) ? "rate" : "number";
}

/**
 * How to write the numbers of a column below each other: those without a format with as many decimals each, ids without
 * separators. @throws as {@link writerOf} does
 */
export function columnWriter(
  call: string,
  format: Format | undefined,
  source: Source,
  name: string
): (value: number) => string {
  if (format !== undefined || guess(name) !== "number") return writerOf(call, format, name).value;
  if (isId(name)) return String;
  const sizes = numbersOf(source, name).filter((value) => Number.isFinite(value) && value !== 0);
  const power = Math.floor(Math.log10(Math.abs(median(sizes, Math.abs) ?? 1)));
  const decimals = max(sizes, (value) => decimalsOf(Number(value.toPrecision(digits)))) ?? 0;
  const step = 10 ** -Math.min(decimals, Math.max(0, digits - 1 - power));
  return (value) => (Math.abs(value) < 100 * step ? writeNumber(value) : formatTick(value, step));
}

function decimalsOf(value: number): number {
  const [, part = "", power = "0"] = /^-?\d+(?:\.(\d+))?(?:e([-+]\d+))?$/.exec(String(value)) ?? [];
  return Math.max(0, part.length - Number(power));
}

/** Any value of a row as text: numbers as the format says, times in UTC, lists and objects as JSON; a missing one is `–`. */
export function textOfValue(value: unknown, write: (value: number) => string): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "number" || typeof value === "bigint") return write(Number(value));
  if (value instanceof Date) return formatUtc(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The same for a cell or a figure: a long one is cut, with the whole in its title. */
export function cellOfValue(value: unknown, write: (value: number) => string): Node | string {
  return value instanceof Node ? value : shortened(textOfValue(value, write));
}
