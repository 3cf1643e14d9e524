-- Feeds to begin a page with: first the best-known, such as BTC, EUR/USD, AAPL and gold, then the feeds with the most
-- updates. Funding rates, and feeds without an update, are left out.
-- Grain: priceFeedId.
-- Source: feed_stats.
-- Example: FROM familiar_feeds(6)
-- Columns as feed_stats, and:
--   place: 1 for the first, and so on
CREATE OR REPLACE {{temp}}MACRO familiar_feeds(most) AS TABLE
SELECT priceFeedId, symbol, name, assetType, row_number() OVER (ORDER BY known, updates DESC, priceFeedId)::DOUBLE AS place
FROM (
  SELECT
    *,
    array_position(
      ['BTC/USD', 'ETH/USD', 'SOL/USD', 'EUR/USD', 'AAPL/USD', 'XAU/USD', 'USD/JPY', 'SPY/USD', 'NVDA/USD', 'XRP/USD']
        || ['GBP/USD', 'TSLA/USD', 'XAG/USD', 'DOGE/USD', 'MSFT/USD'],
      regexp_extract(symbol, '[^.]+$') -- of Equity.US.AAPL/USD: AAPL/USD
    ) AS known
  FROM feed_stats
  WHERE updates > 0 AND assetType IS DISTINCT FROM 'funding-rate'
)
QUALIFY place <= most
ORDER BY place;
