import {
  type FigureOptions,
  formatHours,
  formatPercent,
  formatRate,
  type Quantity,
  toNumber
} from "../../format/format.js";

/** The basis of funding rates, by its name in the URL. */
export type Basis = "apr" | "8h" | "1h" | "day" | "interval" | "apy";

/** A feed's funding rate: a fraction per 8 hours, and its interval. Every other basis is computed from the two. */
export interface FundingRate {
  priceFeedId: number | bigint;
  symbol?: string | null;
  rate8h?: Quantity;
  intervalHours?: Quantity;
}

// The label, the words in a sentence, and the column of `funding` on each basis.
const texts: Readonly<Record<Basis, readonly [label: string, phrase: string, column: string]>> = {
  apr: ["APR", "as APR", "apr"],
  "8h": ["8 h", "per 8 h", "rate8h"],
  "1h": ["1 h", "per 1 h", "rate1h"],
  day: ["Day", "per day", "rateDay"],
  interval: ["Interval", "per interval", "rate"],
  apy: ["APY", "as APY", "apy"]
};

function each(text: (basis: Basis) => string): Readonly<Record<Basis, string>> {
  return Object.fromEntries(Object.keys(texts).map((basis) => [basis, text(basis as Basis)])) as Record<Basis, string>;
}

/** The labels of the bases to choose from; the first is the default. */
export const bases = each((basis) => texts[basis][0]);

/** A basis in a sentence: `per 8 h`, `as APR`. */
export const phrases = each((basis) => texts[basis][1]);

/** The unit of a basis: `% per 8 h`, `% APR`. */
export const units = each((basis) => `% ${phrases[basis].replace("as ", "")}`);

/** The column of `funding` with rates on a basis. */
export const columns = each((basis) => texts[basis][2]);

/** The basis on which venues are compared: rates per interval cover different times, so per 8 hours. */
export function comparedOn(basis: Basis): Basis {
  return basis === "interval" ? "8h" : basis;
}

const hoursPerYear = 24 * 365;
const mostYearly = 1e6; // an APY of 100 000 000 %; a higher one is meaningless

/**
 * A rate on a basis as a fraction; NaN if missing. APR is simple: rate per hour × 24 × 365, as venues state it. APY is
 * the effective annual rate, with each payment reinvested: (1 + rate per interval)^(intervals per year) − 1. It is NaN
 * for a rate of −100 % or less, and beyond a million. The SQL view `funding` has the same rule without the bound.
 */
export function rateOn(basis: Basis, {rate8h, intervalHours}: Pick<FundingRate, "rate8h" | "intervalHours">): number {
  const hourly = toNumber(rate8h) / 8;
  const hours = toNumber(intervalHours) > 0 ? toNumber(intervalHours) : NaN;
  if (basis === "apy") return compounded(hourly * hours, hoursPerYear / hours);
  return hourly * {"8h": 8, "1h": 1, day: 24, interval: hours, apr: hoursPerYear}[basis];
}

/** A rate (a fraction) as text in percent: two decimals per year, else four; a smaller one with two significant digits. */
export function formatOn(basis: Basis, rate: number, {signed = true, more = 0}: FigureOptions = {}): string {
  const write = basis === "apr" || basis === "apy" ? formatPercent : formatRate;
  return write(rate, {signed, more});
}

/** A feed's rate as its venue pays it, to stand beside its rate on a basis: `+0.0025 % per 8 h`; empty if missing, or the same. */
export function ownRate(basis: Basis, row: Pick<FundingRate, "rate8h" | "intervalHours">): string {
  const rate = rateOn("interval", row);
  return Number.isNaN(rate) || rate === rateOn(basis, row)
    ? ""
    : `${formatRate(rate)} per ${formatHours(row.intervalHours)}`;
}

// log1p keeps the digits of rates much smaller than 1.
function compounded(rate: number, times: number): number {
  const yearly = rate > -1 ? Math.expm1(times * Math.log1p(rate)) : NaN;
  return yearly <= mostYearly ? yearly : NaN;
}
