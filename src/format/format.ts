import {type Instant, toMs} from "./instant.js";

export {type Instant, toMs};

// How people read numbers, for all pages. Signs: a minus is a true one (−). A plus stands only before a change or a rate, which go
// either way: never before a level, a size, a share or a tick of an axis. What reads as zero has no sign.

/** A number in rows; null, undefined, NaN and infinities are missing values. */
export type Quantity = number | bigint | null | undefined;

/** The columns of a row of figures, by their names in its query. */
export type Figures = Readonly<Record<string, Quantity>>;

/** The text of a missing value. */
export const missing = "–";

/** What the decimals of a price follow: the first of these that is above zero, but never more than the exponent has. */
export interface PriceDigits {
  /** ± of the price. */
  confidence?: Quantity;
  /** The usual distance between one price and the next; see `spacingOf`. */
  spacing?: Quantity;
  /** The power of ten that the feed's prices are multiples of. */
  exponent?: Quantity;
}

/**
 * A price with as many decimals as show two digits of its confidence, and at least two: 87498.80123 ± 22 → `87,498.80`; without
 * a confidence, with its own. Given an exponent instead, a price with all that it has, `80,639.53740000`.
 */
export function formatPrice(value: Quantity, digits?: Quantity | PriceDigits): string {
  const given = typeof digits === "object" && digits !== null ? digits : {exponent: digits};
  const reach = [given.confidence, given.spacing].map(toNumber).find((size) => size > 0);
  const unit = toNumber(given.exponent);
  const isExact = given !== digits && !Number.isNaN(unit);
  return format(withoutNoise(toNumber(value)), (price) => {
    const most = Math.min(15 - magnitude(price), Number.isNaN(unit) ? 100 : Math.max(0, -unit));
    const wanted = reach === undefined ? most : Math.max(2, secondDigit(reach), secondDigit(price));
    const decimals = Math.min(most, wanted);
    if (Number(price.toFixed(Math.max(0, decimals))) === 0) return fixed(price, 15 - magnitude(price), 0);
    return fixed(price, decimals, reach === undefined && !isExact ? Math.min(2, decimals) : decimals);
  });
}

/** A confidence, or another ± of a value, with two significant digits: `22`, `0.000048`. */
export function formatConfidence(value: Quantity): string {
  return format(value, (size) => padded(size, Math.max(0, secondDigit(size))));
}

/** A plain number with so many decimals: `1.5`. */
export function formatNumber(value: Quantity, decimals: number): string {
  return format(value, (number) => padded(number, decimals));
}

/** An axis label with as many decimals as `step`, the distance between two ticks, needs. */
export function formatTick(value: Quantity, step: number): string {
  // Ticks are sums of steps, so the tick at zero may be -1e-17.
  return format(Math.abs(Number(value)) < step / 1e6 ? 0 : value, (number) => {
    const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    if (decimals <= 10) return padded(number, decimals);
    return scientific(number, Math.max(1, decimals + magnitude(number)));
  });
}

/** How a figure is written: `signed` puts a plus before it, as a change or a rate has; `more` adds digits, Infinity all. */
export interface FigureOptions {
  signed?: boolean;
  more?: number;
}

/** Basis points with three significant digits: `1.23 bps`, without the unit if `unit` is false. */
export function formatBps(
  value: Quantity,
  {unit = true, signed = false, more = 0}: FigureOptions & {unit?: boolean} = {}
): string {
  const decimals = (bps: number): number => Math.max(0, 3 - magnitude(Number(bps.toPrecision(3))));
  const text = format(value, (bps) => padded(bps, decimals(bps), more), unit ? " bps" : "");
  return signed ? withPlus(text) : text;
}

/**
 * A fraction in percent with two decimals, or two significant digits if smaller, and without decimals from 1,000 % on: 0.0123 →
 * `1.23 %`. `decimals` fixes their number.
 */
export function formatPercent(
  fraction: Quantity,
  {signed = false, decimals, more = 0}: FigureOptions & {decimals?: number} = {}
): string {
  const text = percentText(fraction, decimals ?? (Math.abs(toNumber(fraction)) < 10 ? 2 : 0), {
    ...{more, small: decimals === undefined}
  });
  return signed ? withPlus(text) : text;
}

/** A funding rate (a fraction) in percent with four decimals, or two significant digits if smaller: 3.877e-5 → `+0.0039 %`. */
export function formatRate(fraction: Quantity, {signed = true, more = 0}: FigureOptions = {}): string {
  const text = percentText(fraction, 4, {more, small: true});
  return signed ? withPlus(text) : text;
}

function percentText(fraction: Quantity, decimals: number, {more, small}: {more: number; small: boolean}): string {
  return format(
    100 * toNumber(fraction),
    (percent) => padded(percent, small ? Math.max(decimals, secondDigit(percent)) : decimals, more),
    " %"
  );
}

/** A duration in its one or two largest units: `40 ms`, `1.2 s`, `42 s`, `5 min`, `3 h 5 min`, `2 d 4 h`. */
export function formatAge(seconds: Quantity): string {
  const age = toNumber(seconds);
  if (Number.isNaN(age)) return missing;
  const text = duration(Math.abs(age));
  return age < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

/** A duration in hours, as `formatAge` writes it: 8 → `8 h`. */
export function formatHours(hours: Quantity): string {
  return formatAge(3600 * toNumber(hours));
}

/** The name of a range in a text: `24h` → `24 h`. */
export function formatRange(range: string): string {
  return range.replace(/^(\d+)(\w+)$/, "$1 $2");
}

/** An instant in UTC: `2026-05-12 14:05:30 UTC`; with milliseconds if there are any and no precision is given. */
export function formatUtc(instant: Instant | null | undefined, precision?: "day" | "minute" | "second"): string {
  const ms = toMs(instant);
  if (!(Math.abs(ms) <= 8.64e15)) return missing;
  const [day = "", clock = ""] = new Date(ms).toISOString().slice(0, -1).split("T");
  if (precision === "day") return day;
  const length = precision === "minute" ? 5 : precision === "second" || ms % 1000 === 0 ? 8 : 12;
  return `${day} ${clock.slice(0, length)} UTC`;
}

/** A whole number with thousands separators: `125,000`. */
export function formatCount(value: Quantity): string {
  return typeof value === "bigint" ? signed(String(value)) : format(value, (count) => fixed(count, 0, 0));
}

/** A number with all digits that distinguish it from the next double: 0.1 + 0.2 → `0.30000000000000004`. */
export function formatExact(value: number): string {
  return signed(String(value).replace("e+", "e"));
}

function format(value: Quantity, write: (number: number) => string, unit = ""): string {
  const number = toNumber(value);
  if (Number.isNaN(number)) return missing;
  if (number === 0) return `0${unit}`;
  const power = magnitude(number);
  const isPlain = power >= -11 && (power <= 15 || Number.isSafeInteger(number));
  return (isPlain ? write(number) : scientific(number, 15)) + unit;
}

// A sum of decimals may be a little off: 80742.54368301999. It has 16 digits or more, and a run of zeros or nines that is longer
// than the digits after it.
function withoutNoise(number: number): number {
  const digits = Math.abs(number)
    .toExponential()
    .replace(/e.*|\./g, "");
  const [, kept = "", run = "", rest = ""] = /^(\d+?)(0{5,}|9{5,})(\d*)$/.exec(digits) ?? [];
  return digits.length >= 16 && run.length > rest.length ? Number(number.toPrecision(kept.length)) : number;
}

// The number of digits before the decimal point: 1 for 5, 0 for 0.5, -1 for 0.05.
function magnitude(number: number): number {
  return number === 0 ? 1 : Number(number.toExponential(14).split("e")[1]) + 1;
}

// The decimals that show a number's second significant digit: 0 for 22, 6 for 0.000048.
function secondDigit(number: number): number {
  return 2 - magnitude(Number(number.toPrecision(2)));
}

// With all of its decimals, and `more`; with all digits if that is Infinity.
function padded(number: number, decimals: number, more = 0): string {
  if (more === Infinity) return fixed(number, 15 - magnitude(number), decimals);
  return fixed(number, decimals + more, decimals + more);
}

function fixed(number: number, decimals: number, atLeast: number): string {
  const [whole = "", part = ""] = Math.abs(number)
    .toFixed(Math.max(0, Math.min(100, decimals)))
    .split(".");
  const kept = part.replace(/0+$/, "").padEnd(Math.min(atLeast, part.length), "0");
  return signed((number < 0 ? "-" : "") + whole + (kept && `.${kept}`));
}

// With thousands separators and a true minus, but none before zero.
function signed(number: string): string {
  const grouped = number.replace(/^-?(\d+)/, (_, whole: string) => whole.replace(/\B(?=(\d{3})+$)/g, ","));
  const text = grouped.replace("-", "−");
  return number.startsWith("-") && /[1-9]/.test(text) ? `−${text}` : text;
}

// A text that reads as zero has no sign.
function withPlus(text: string): string {
  return /^[^−]*[1-9]/.test(text) ? `+${text}` : text;
}

function scientific(number: number, digits: number): string {
  const [mantissa = "", power = ""] = number.toExponential(Math.min(digits, 100) - 1).split("e");
  const short = mantissa.includes(".") ? mantissa.replace(/\.?0+$/, "") : mantissa;
  return `${short}e${power.replace("+", "")}`.replaceAll("-", "−");
}

function duration(seconds: number): string {
  if (seconds > 0 && seconds < 0.9995) return `${formatExact(Number((1000 * seconds).toPrecision(3)))} ms`;
  if (seconds < 9.95) return `${Number(seconds.toFixed(1))} s`;
  if (seconds < 59.5) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? pair(hours, "h", minutes % 60, "min") : pair(Math.floor(hours / 24), "d", hours % 24, "h");
}

function pair(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0
    ? `${formatCount(large)} ${largeUnit}`
    : `${formatCount(large)} ${largeUnit} ${small} ${smallUnit}`;
}

/** The value as a finite number; NaN when it is missing, not finite or no number. */
export function toNumber(value: unknown): number {
  if (typeof value !== "number" && typeof value !== "bigint") return NaN;
  const number = Number(value);
  return Number.isFinite(number) ? number : NaN;
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
