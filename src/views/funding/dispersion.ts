import {ascending, descending, group} from "d3-array";
import type {Quantity} from "../../format/format.js";
import {type Basis, comparedOn, type FundingRate, rateOn} from "./basis.js";
import {type Owner, ownersOf} from "./lines.js";

/** The last rate of a venue's feed, with its age and validity at the store's last update. */
export interface LastRate extends FundingRate {
  ageSeconds?: Quantity;
  isValid: boolean | null;
}

/** A venue's rate on a basis; NaN where it is missing. */
export interface Quote<Row> extends Owner {
  row: Row;
  rate: number;
  /** The rate on the basis on which venues are compared; NaN if it is missing. */
  compared: number;
  isValid: boolean;
}

/** The rates of one underlying, the largest absolute rate first, and the dispersion of its venues. */
export interface Market<Row> {
  underlying: string;
  quotes: Quote<Row>[];
  /** Highest less lowest valid rate, on the basis on which venues are compared; NaN for fewer than two. */
  dispersion: number;
  highest: string;
  lowest: string;
}

/**
 * Last rates by underlying on a basis, sorted by the absolute rate on which venues are compared; missing ones last.
 * @throws if the rows have no column `isValid`: expired rates would be compared, too
 */
export function marketsOf<Row extends LastRate>(rows: readonly Row[], basis: Basis): Market<Row>[] {
  if (rows[0] !== undefined && !("isValid" in rows[0]))
    throw new Error('no column "isValid" in these rates: select it from funding_now');
  const owners = ownersOf(rows);
  const compared = comparedOn(basis);
  const quotes = rows.map((row): Quote<Row> => {
    const owner = owners.get(String(row.priceFeedId)) ?? {venue: "", underlying: ""};
    return {...owner, row, rate: rateOn(basis, row), compared: rateOn(compared, row), isValid: row.isValid !== false};
  });
  quotes.sort((a, b) => descending(sizeOf(a), sizeOf(b)) || ascending(a.venue, b.venue));
  const markets = Array.from(
    group(quotes, ({underlying}) => underlying),
    ([underlying, quotes]) => ({underlying, quotes, ...dispersionOf(quotes)})
  );
  return markets.sort(
    (a, b) => descending(sizeOf(a.quotes[0]), sizeOf(b.quotes[0])) || ascending(a.underlying, b.underlying)
  );
}

function dispersionOf(quotes: readonly Quote<unknown>[]): Pick<Market<unknown>, "dispersion" | "highest" | "lowest"> {
  const valid = quotes.filter(({isValid, compared}) => isValid && !Number.isNaN(compared));
  const sorted = valid.sort((a, b) => descending(a.compared, b.compared));
  const [highest, lowest] = [sorted[0], sorted.at(-1)];
  if (sorted.length < 2 || highest === undefined || lowest === undefined)
    return {dispersion: NaN, highest: "", lowest: ""};
  return {dispersion: highest.compared - lowest.compared, highest: highest.venue, lowest: lowest.venue};
}

function sizeOf(quote: Quote<unknown> | undefined): number {
  return quote === undefined || Number.isNaN(quote.compared) ? -1 : Math.abs(quote.compared);
}
