import {type Instant, toMs} from "./instant.js";

export {type Instant, toMs};

/** A number in rows; null, undefined, NaN and infinities are missing values. */
export type Quantity = number | bigint | null | undefined;

/** The columns of a row of figures, by their names in its query. */
export type Figures = Readonly<Record<string, Quantity>>;

/** The text of a missing value. */
export const missing = "–";

/**
 * A price with all its digits: 80639.53748222 → `80,639.53748222`. With an exponent, all prices of a feed have its
 * number of decimals, as far as a double holds them; without one, their own.
 */
export function formatPrice(value: Quantity, exponent?: Quantity): string {
  const unit = toNumber(exponent);
  return format(withoutNoise(toNumber(value)), (price) => {
    const digits = Math.min(15 - magnitude(price), 100);
    const decimals = Number.isNaN(unit) ? digits : Math.min(digits, Math.max(0, -unit));
    if (Number(price.toFixed(Math.max(0, decimals))) === 0) return fixed(price, digits, 0);
    return fixed(price, decimals, Number.isNaN(unit) ? Math.min(2, decimals) : decimals);
  });
}

/** An axis label with as many decimals as `step`, the distance between two ticks, needs. */
export function formatTick(value: Quantity, step: number): string {
  // Ticks are sums of steps, so the tick at zero may be -1e-17.
  return format(Math.abs(Number(value)) < step / 1e6 ? 0 : value, (number) => {
    const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    if (decimals <= 10) return fixed(number, decimals, decimals);
    return scientific(number, Math.max(1, decimals + magnitude(number)));
  });
}

/** Basis points with three significant digits, or `more`: `1.23 bps`, without the unit if `unit` is false. */
export function formatBps(value: Quantity, {unit = true, more = 0}: {unit?: boolean; more?: number} = {}): string {
  return format(
    value,
    (bps) => {
      const decimals = Math.max(0, 3 + more - magnitude(bps));
      return fixed(bps, decimals, decimals);
    },
    unit ? " bps" : ""
  );
}

/**
 * A fraction in percent with two decimals, or two significant digits if smaller: 0.0123 → `1.23 %`. `decimals` fixes
 * their number, for columns; `more` adds to it.
 */
export function formatPercent(
  fraction: Quantity,
  {signed = false, decimals, more = 0}: {signed?: boolean; decimals?: number; more?: number} = {}
): string {
  const percent = 100 * toNumber(fraction);
  const write = (number: number) =>
    fixed(number, (decimals ?? Math.max(2, 2 - magnitude(number))) + more, decimals ?? 2);
  const text = format(percent, write, " %");
  return signed && percent > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/**
 * A funding rate (a fraction) in percent with six decimals, or one significant digit if smaller: 3.877e-5 → `0.003877
 * %`. `more` adds digits.
 */
export function formatRate(fraction: Quantity, {more = 0}: {more?: number} = {}): string {
  return format(100 * toNumber(fraction), (rate) => fixed(rate, Math.max(6, 1 - magnitude(rate)) + more, 6), " %");
}

/** A duration in its one or two largest units: `40 ms`, `0.4 s`, `42 s`, `5 min`, `3 h 5 min`, `2 d 4 h`. */
export function formatAge(seconds: Quantity): string {
  const age = toNumber(seconds);
  if (Number.isNaN(age)) return missing;
  const text = duration(Math.abs(age));
  return age < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

/** The length of a time step: below 0.1 s in milliseconds, else as {@link formatAge}. */
export function formatStep(seconds: number): string {
  return seconds < 0.1 ? `${Number((1000 * seconds).toPrecision(3))} ms` : formatAge(seconds);
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

function scientific(number: number, digits: number): string {
  const [mantissa = "", power = ""] = number.toExponential(Math.min(digits, 100) - 1).split("e");
  const short = mantissa.includes(".") ? mantissa.replace(/\.?0+$/, "") : mantissa;
  return `${short}e${power.replace("+", "")}`.replaceAll("-", "−");
}

function duration(seconds: number): string {
  if (seconds > 0 && seconds < 0.05) return `${Number((1000 * seconds).toPrecision(3))} ms`;
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
