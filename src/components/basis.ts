import {formatPercent, formatRate, type Quantity} from "../lib/format.js";
import {toNumber} from "../lib/instant.js";

/** What funding rates are normalised to: 8 hours, or a simple annual rate. */
export type Basis = "8h" | "apr";

/** A feed's funding rate on both bases, as fractions. */
export interface FundingRate {
  priceFeedId: number | bigint;
  symbol?: string | null;
  rate8h?: Quantity;
  apr?: Quantity;
}

/** The unit of a basis. */
export const units: Record<Basis, string> = {"8h": "% per 8 h", apr: "% APR"};

/** A rate on a basis as a fraction; NaN if missing. */
export function rateOn(basis: Basis, {rate8h, apr}: Pick<FundingRate, "rate8h" | "apr">): number {
  return toNumber(basis === "8h" ? rate8h : apr);
}

/** A rate (a fraction) as text: four significant digits per 8 hours, two decimals a year. */
export function formatOn(basis: Basis, rate: number): string {
  return basis === "8h" ? formatRate(rate) : formatPercent(rate);
}
