import type {Quantity} from "../../lib/format.js";
import type {Payment} from "./countdown.js";
import {short} from "./short.js";

/** What every feed is told by. */
export interface FeedNames {
  priceFeedId: number | bigint;
  symbol?: string | null;
  name?: string | null;
  assetType?: string | null;
  marketSession?: string | null;
  /** Age of the feed's last own update, in seconds. */
  ageSeconds?: Quantity;
  /** A letter for each step of time, from `A`, the lowest, to `z`, the highest; anything else is a gap. */
  spark?: string | null;
}

/** The last values of a feed that has prices: in human units, changes as fractions, spread and confidence in bps of the price. */
export interface PriceFeed extends FeedNames {
  price?: Quantity;
  exponent?: Quantity;
  change1h?: Quantity;
  change24h?: Quantity;
  spreadBps?: Quantity;
  confidenceBps?: Quantity;
  publisherCount?: Quantity;
}

/** The last funding rate of a feed, as fractions, and how often it is paid. */
export interface RateFeed extends FeedNames, Payment {
  rate8h?: Quantity;
  apr?: Quantity;
}

/** A feed's symbol as views show it, or its id if it has none. */
export function feedLabel({symbol, priceFeedId}: Pick<FeedNames, "symbol" | "priceFeedId">): string {
  return short(symbol ?? `feed ${priceFeedId}`);
}

/** A feed's whole symbol and its name: the title of what shows it. */
export function feedTitle({symbol, name}: Pick<FeedNames, "symbol" | "name">): string {
  return [symbol, name].filter(Boolean).join(", ");
}
