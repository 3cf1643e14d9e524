import {properties} from "../config/choices.js";
import type {Session} from "./schedule.js";

/** Name of a property. */
export type Property = (typeof properties)[number];

/**
 * An entry of `parsed.priceFeeds[]`, kinds as on the wire: mantissas of prices in text, the rest numbers, timestamps and
 * the interval in µs. What a feed does not have is left out. `tradingStatus` is the field that no document lists.
 */
export interface Quote {
  priceFeedId: number;
  price?: string;
  bestBidPrice?: string;
  bestAskPrice?: string;
  publisherCount: number;
  exponent: number;
  confidence?: number;
  fundingRate?: number;
  fundingTimestamp?: number;
  fundingRateInterval?: number;
  marketSession: Session;
  emaPrice?: string;
  emaConfidence?: number;
  feedUpdateTimestamp: number;
  tradingStatus?: string;
}

const requestable: ReadonlySet<string> = new Set(properties);

/** A quote with the requested properties only, its id, and anything that cannot be requested. */
export function pick(quote: Quote, wanted: ReadonlySet<string>): Partial<Quote> {
  return Object.fromEntries(Object.entries(quote).filter(([name]) => wanted.has(name) || !requestable.has(name)));
}
