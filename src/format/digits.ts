import {extent, median, range} from "d3-array";
import {formatCount, formatExact, formatPrice, formatTick} from "./format.js";

/** Writes a number, with more digits than usual if `more` says so. */
export type Write = (value: number, more?: number) => string;

const usual = 7;
const most = 15; // digits that any double holds; differences beyond them are mostly rounding errors of sums
const mostDecimals = 10; // that are read with ease

/** The usual distance between one price and the next: the median of the differences that are not zero; NaN without any. */
export function spacingOf(prices: readonly number[]): number {
  const known = prices.filter(Number.isFinite);
  return (
    median(
      known.slice(1).map((price, i) => Math.abs(price - (known[i] ?? NaN))),
      (step) => step || NaN
    ) ?? NaN
  );
}

/** A number with seven digits, or `more`; a whole one with all. */
export function writeNumber(value: number, more = 0): string {
  const short = rounded(value, usual + more);
  const decimals = usual + more - 1 - Math.floor(Math.log10(Math.abs(short)));
  if (Number.isInteger(value)) return formatCount(value);
  return decimals < 2 ? formatTick(short, 10 ** -Math.max(0, decimals)) : formatPrice(short); // no zero for an unknown digit
}

/** Writes numbers with as many more digits as it takes until different ones look different. */
export function tellApart(values: Iterable<number>, write: Write): (value: number) => string {
  return fewest(values, (more) => (value) => write(value, more));
}

/** Writes the values of a chart with as many more digits as it takes until a hundredth of their extent is seen. */
export function tellSteps(values: Iterable<number>, write: Write): Write {
  const [low = 0, high = 0] = extent(values);
  const steps = low < high ? range(101).map((i) => low + (i / 100) * (high - low)) : [];
  const least = range(most).find((more) => isTold(steps, (value) => write(value, more))) ?? 0;
  return (value, more = 0) => write(value, least + more);
}

/**
 * Writes the numbers of a column below each other: with the digits by which different ones look different, and as many decimals
 * each, except small ones. Those that differ only beyond 15 digits are written in full.
 */
export function columnDigits(values: readonly number[]): (value: number) => string {
  const all = sorted(values);
  const short = all.map((value) => rounded(value, most));
  const twins = new Set(all.filter((_, i) => short[i] === short[i - 1] || short[i] === short[i + 1]));
  const sizes = all.filter((value) => value !== 0);
  const power = Math.floor(Math.log10(Math.abs(median(sizes, Math.abs) ?? 1)));
  const write = fewest(all, (more) => {
    const decimals = decimalsOf(sizes, more, Math.max(0, usual + more - 1 - power));
    const least = decimals > mostDecimals ? Infinity : 100 * 10 ** -decimals;
    return (value) => (Math.abs(value) < least ? writeNumber(value, more) : formatTick(value, least / 100));
  });
  return (value) => (twins.has(value) ? formatExact(value) : write(value));
}

/** How to write the numbers of an axis: whole, or all with as many decimals, at least two. */
export function sameDecimals(values: readonly number[]): (value: number) => string {
  return fewest(values, (more) => {
    const decimals = decimalsOf(values, more);
    return decimals === 0 ? formatCount : (value) => formatTick(value, 10 ** -Math.max(2, decimals));
  });
}

function fewest(values: Iterable<number>, writerOf: (more: number) => (value: number) => string) {
  const short = sorted(values).map((value) => rounded(value, most));
  const distinct = short.filter((value, i) => value !== short[i - 1]);
  for (let more = 0; more < most; more++) {
    const write = writerOf(more);
    if (isTold(distinct, write)) return write;
  }
  return writerOf(0);
}

function isTold(values: readonly number[], write: (value: number) => string): boolean {
  let last: string | undefined;
  return values.every((value) => {
    const before = last;
    last = write(value);
    return last !== before;
  });
}

// The most decimals that any of the values needs for its digits, up to a limit.
function decimalsOf(values: readonly number[], more: number, limit = 20): number {
  let decimals = 0;
  for (const value of values) {
    const text = String(rounded(value, usual + more));
    const [, part = "", power = "0"] = /^-?\d+(?:\.(\d+))?(?:e([-+]\d+))?$/.exec(text) ?? [];
    decimals = Math.max(decimals, part.length - Number(power));
    if (decimals >= limit) return limit;
  }
  return decimals;
}

function rounded(value: number, digits: number): number {
  return Number(value.toPrecision(Math.min(most, digits)));
}

function sorted(values: Iterable<number>): number[] {
  return Array.from(Float64Array.from(new Set(values)).filter(Number.isFinite).sort());
}
