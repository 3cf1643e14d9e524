import {formatPercent, formatRate, type Quantity} from "../lib/format.js";
import {toNumber} from "../lib/instant.js";

/** What funding rates are normalised to: 8 hours, or a simple annual rate. */
export type Basis = "8h" | "apr";

/** A funding rate on both bases, as fractions, and whose it is. */
export interface FundingRate {
  /** `FundingRate.<venue>.<underlying>`; read if venue or underlying are missing. */
  symbol?: string | null;
  venue?: string | null;
  underlying?: string | null;
  rate8h?: Quantity;
  apr?: Quantity;
}

/** The unit of a basis. */
export const units: Record<Basis, string> = {"8h": "% per 8 h", apr: "% APR"};

/** A rate on a basis as a fraction; NaN if missing. */
export function rateOn(basis: Basis, {rate8h, apr}: FundingRate): number {
  return toNumber(basis === "8h" ? rate8h : apr);
}

/** A rate (a fraction) as text: four significant digits per 8 hours, two decimals a year. */
export function formatOn(basis: Basis, rate: number): string {
  return basis === "8h" ? formatRate(rate) : formatPercent(rate);
}

/** Whose rate it is. Symbols of another shape are taken whole as the underlying. */
export function ownerOf({symbol, venue, underlying}: FundingRate): {venue: string; underlying: string} {
  const parts = /^[^.]+\.([^.]+)\.(.+)$/.exec(symbol ?? "");
  return {venue: venue ?? parts?.[1] ?? "", underlying: underlying ?? parts?.[2] ?? symbol ?? "unknown"};
}
