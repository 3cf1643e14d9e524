import {bodyAt} from "../../helpers/store.js";

/** An update body published so many seconds after the recorded one. */
export function update(second: number, ...priceFeeds: object[]): string {
  return bodyAt(1778594100000000 + second * 1e6, ...priceFeeds);
}

/** An entry of feed 1: a price of 100, in the middle of its book. */
export const quote = {
  priceFeedId: 1,
  exponent: -2,
  price: "10000",
  bestBidPrice: "9990",
  bestAskPrice: "10010",
  confidence: 5
};
