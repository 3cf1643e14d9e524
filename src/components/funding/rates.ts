import {formatAge, type Quantity} from "../../lib/format.js";
import {toNumber} from "../../lib/instant.js";
import {feedLabel} from "../parts/feeds.js";
import {statRow} from "../parts/stats.js";
import {type Basis, type FundingRate, formatOn, payerOf, phrases, rateOn} from "./basis.js";

/** The last rate of a feed and its mean over the view, as fractions, and how often it is paid. */
export interface FundingFigure extends FundingRate {
  meanRate8h?: Quantity;
}

/**
 * The last rate of each feed as a figure, with its mean and who pays whom, on one basis. A mean as APY is the mean rate
 * compounded at the last interval.
 */
export function fundingFigures(rows: Iterable<FundingFigure>, {basis}: {basis: Basis}): HTMLElement {
  return statRow(
    Array.from(rows, ({priceFeedId, symbol, rate8h, meanRate8h, intervalHours}) => {
      const text = (rate: Quantity) => formatOn(basis, rateOn(basis, {rate8h: rate, intervalHours}));
      const paid = `paid every ${formatAge(3600 * toNumber(intervalHours))}`;
      const parts = [`last, ${phrases[basis]}`, payerOf(rate8h), `mean ${text(meanRate8h)}`, paid];
      return {
        label: feedLabel({priceFeedId, symbol: symbol?.replace("FundingRate.", "") ?? null}),
        value: text(rate8h),
        detail: parts.filter((part) => part !== "").join("; ")
      };
    })
  );
}
