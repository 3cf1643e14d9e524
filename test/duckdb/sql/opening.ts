import type {Opening} from "../../../src/duckdb/sql/opening.js";

/** What a page opens with: two feeds with prices, two others, and a view of 24 hours. */
export const opening: Opening = {
  meta: {
    snapshotAt: "2026-05-12T14:01:00Z",
    simulated: true,
    firstPublishedAt: "2026-05-05T14:00:00Z",
    lastPublishedAt: "2026-05-12T14:00:00Z",
    updates: 9,
    feeds: 2,
    rejected: 0,
    coercions: 0
  },
  feeds: [
    {priceFeedId: 1, symbol: "Crypto.BTC/USD", group: "crypto", exponent: -8},
    {priceFeedId: 2, symbol: "Crypto.ETH/USD", group: "crypto", exponent: -8}
  ],
  others: [
    {priceFeedId: 112, symbol: "FundingRate.Binance.BTC/USDT"},
    {priceFeedId: 10, symbol: null}
  ],
  pick: {feed: 1, feeds: [1], range: "24h"}
};
