import {formatAge, type Quantity} from "../lib/format.js";
import {toNumber} from "../lib/instant.js";
import {type Basis, type FundingRate, formatOn, rateOn} from "./basis.js";
import {statRow} from "./stats.js";

/** The last rate of a feed, its mean over the view, both as fractions, and how often it is paid. */
export interface FundingFigure extends FundingRate {
  meanRate8h?: Quantity;
  meanApr?: Quantity;
  intervalHours?: Quantity;
}

const last: Record<Basis, string> = {"8h": "last, per 8 h", apr: "last, as APR"};

/** The last rate of each feed as a figure, with its mean, all on one basis. */
export function fundingFigures(rows: Iterable<FundingFigure>, {basis}: {basis: Basis}): HTMLElement {
  return statRow(
    Array.from(rows, ({priceFeedId, symbol, meanRate8h, meanApr, intervalHours, ...rates}) => {
      const mean = formatOn(basis, rateOn(basis, {rate8h: meanRate8h, apr: meanApr}));
      return {
        label: symbol?.replace("FundingRate.", "") ?? `feed ${priceFeedId}`,
        value: formatOn(basis, rateOn(basis, rates)),
        detail: `${last[basis]}; mean ${mean}; paid every ${formatAge(3600 * toNumber(intervalHours))}`
      };
    })
  );
}
