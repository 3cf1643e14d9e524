import {bodyAt} from "../helpers/store.js";

/** 2026-03-08 00:00 UTC, in epoch µs. */
export const midnight = Date.UTC(2026, 2, 8) * 1000;

/** An update body published so many seconds after midnight. */
export function body(seconds: number, ...priceFeeds: object[]): string {
  return bodyAt(midnight + seconds * 1e6, ...priceFeeds);
}

/** An entry of a price and a book around it, with two decimals: 10,000 is 100. */
export function quote(
  price: number,
  {feed = 1, bid = price - 1, ask = price + 1, ...rest}: Record<string, number> = {}
): object {
  return {priceFeedId: feed, exponent: -2, price, bestBidPrice: bid, bestAskPrice: ask, confidence: 5, ...rest};
}
