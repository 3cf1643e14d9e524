import {columnDigits, tellApart, tellSteps, type Write, writeNumber} from "../../format/digits.js";
import {
  formatAge,
  formatBps,
  formatCount,
  formatPercent,
  formatPrice,
  formatRate,
  formatTick,
  formatUtc
} from "../../format/format.js";
import {html} from "../../ui/elements/dom.js";
import {shortened, wordOf} from "../../ui/elements/names.js";
import {ageStep, ageTick, type Ticking} from "./round.js";
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
 * | `change` | a fraction, as of a change or an APR | `+1.23 %` |
 * | `rate` | a fraction, as of funding | `+0.0039 %` |
 * | `age` | seconds | `3 h 5 min` |
 *
 * Default: by the unit that the column's name ends in, `Bps`, `Share`, `Seconds`, `Rate8h`; of `apr`, `change`, `drawdown` and
 * `volatility` as fractions; else `number`.
 */
export type Format = keyof typeof formats | ((value: number, step?: number) => string);

/** How the numbers of a column are written. */
export interface Writer extends Ticking {
  value: Write;
  /** Above an axis. */
  unit: string;
}

const percent = {tick: (value: number, step: number): string => formatTick(100 * value, 100 * step), unit: "%"};

const formats = {
  number: {value: writeNumber, tick: formatTick, unit: ""},
  price: {value: (value) => formatPrice(value), tick: formatTick, unit: ""},
  count: {value: formatCount, tick: formatTick, unit: ""},
  bps: {value: (value, more = 0) => formatBps(value, {more}), tick: formatTick, unit: "bps"},
  percent: {value: (value, more = 0) => formatPercent(value, {more}), ...percent},
  change: {value: (value, more = 0) => formatPercent(value, {more, signed: true}), ...percent},
  rate: {value: (value, more = 0) => formatRate(value, {more}), ...percent},
  age: {value: (value) => formatAge(value), tick: ageTick, unit: "", step: ageStep}
} as const satisfies Readonly<Record<string, Writer>>;

/** How to write the numbers of a column. @throws if the format has a name that there is not */
export function writerOf(call: string, format: Format | undefined, column: string): Writer {
  if (typeof format === "function") return {value: (value) => format(value), tick: format, unit: ""};
  if (format === undefined) return formats[guess(column)];
  return formats[oneOf(call, "format", format, Object.keys(formats) as (keyof typeof formats)[])];
}

/** The writer of a chart's values: with the digits that show a hundredth of their extent, or that distinguish `few` values. */
export function chartWriter(
  call: string,
  format: Format | undefined,
  column: string,
  {values, few = false}: {values: readonly number[]; few?: boolean}
): Writer {
  const writer = writerOf(call, format, column);
  if (typeof format === "function") return writer;
  return {...writer, value: (few ? tellApart : tellSteps)(values, writer.value)};
}

/** The text of an axis of a column: its name, then its unit, which it says once: `gap, bps` for `gapBps`. */
export function axisLabel(column: string, unit: string): string {
  const name = unit === "bps" ? column.replace(/(?<=.)bps$/i, "") : column;
  return [...new Set([name, unit])].filter(Boolean).join(", ");
}

/** How a column is written by its name alone. */
export function guess(column: string): keyof typeof formats {
  if (/bps$/i.test(column)) return "bps";
  if (/^(?:(?:mean)?ap[ry]|change(?:\d+\w)?)$/i.test(column)) return "change";
  if (/share$|^(?:drawdown|volatility)$/i.test(column)) return "percent";
  if (/seconds$/i.test(column)) return "age";
  return /^(?:rate(?:1h|8h|Day)?|\w+Rate8h|spread8h)$/.test(column) ? "rate" : "number";
}

/** How to write the numbers of a column so that different ones look different. @throws as {@link writerOf} does */
export function columnWriter(
  call: string,
  format: Format | undefined,
  source: Pick<Source, "rows">,
  name: string
): (value: number) => string {
  if (typeof format === "function") return (value) => format(value);
  const values = numbersOf(source, name);
  const isPlain = (format ?? guess(name)) === "number";
  const write = isPlain ? columnDigits(values) : tellApart(values, writerOf(call, format, name).value);
  if (isPlain && isId(name)) return String;
  return (value) => (Number.isFinite(value) ? write(value) : String(value).replace("-", "−").replace("Infinity", "∞"));
}

/** Any value of a column as text: numbers as the format says, times in UTC, lists and objects as JSON; a missing one is `–`. */
export function textOfValue(value: unknown, write: (value: number) => string, column: string): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "bigint" && BigInt(Number(value)) !== value) return formatCount(value);
  if (typeof value === "number" || typeof value === "bigint") return write(Number(value));
  if (value instanceof Date) return formatUtc(value);
  return typeof value === "object" ? JSON.stringify(value) : wordOf(column, String(value));
}

/** The same for a cell or a figure: a long one is cut, with the whole in its title, and one that begins with ⚠ is red. */
export function cellOfValue(value: unknown, write: (value: number) => string, column: string): Node | string {
  if (value instanceof Node) return value;
  const text = shortened(textOfValue(value, write, column));
  return String(value).startsWith("⚠") ? html("span", {"data-tone": "negative"}, text) : text;
}
