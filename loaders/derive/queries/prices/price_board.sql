-- Each feed with a price: its last values, and how much its price changed.
-- Grain: priceFeedId.
-- Source: feed_stats, prices, prices_long, meta.
-- Example: FROM price_board() ORDER BY symbol, priceFeedId LIMIT 10
-- Columns:
--   priceFeedId: the feed
--   symbol: its symbol
--   name: its name
--   assetType: its class
--   exponent: of its mantissas [power of ten]
--   price: its last price [quote currency]
--   change1h: change of the price over the last hour of the store; null where it had no price then [fraction]
--   change24h: change of the price over the last 24 hours [fraction]
--   spreadBps: spread over mid [bps]
--   confidenceBps: confidence over the price [bps]
--   publisherCount: publishers of the last update [publishers]
--   marketSession: session of the last update
--   ageSeconds: time from the feed's own last update to the store's last one [s]
--   stale: whether that is too old for its session, by is_stale
CREATE OR REPLACE MACRO price_board() AS TABLE
WITH latest AS (
  SELECT priceFeedId, arg_max(prices, publishedAt) AS last
  FROM prices
  GROUP BY priceFeedId
), changes AS ( -- since the price that was valid at the start, as on prices.md; null if none was
  SELECT
    hours,
    priceFeedId,
    CASE
      WHEN min(publishedAt) FILTER (open IS NOT NULL) <= (SELECT lastPublishedAt FROM meta) - to_hours(hours)
        THEN finite_or_null(
          (arg_max(price, publishedAt) - arg_min(open, publishedAt)) / nullif(abs(arg_min(open, publishedAt)), 0)
        )
    END AS change
  FROM (
    SELECT 1 AS hours, priceFeedId, price, open, publishedAt
    FROM carry_forward_prices(
      'prices_long',
      NULL, -- all feeds
      (SELECT lastPublishedAt - INTERVAL 1 HOUR FROM meta),
      (SELECT lastPublishedAt FROM meta)
    )
    UNION ALL
    SELECT 24, priceFeedId, price, open, publishedAt
    FROM carry_forward_prices(
      'prices_long',
      NULL, -- all feeds
      (SELECT lastPublishedAt - INTERVAL 24 HOUR FROM meta),
      (SELECT lastPublishedAt FROM meta)
    )
  )
  GROUP BY hours, priceFeedId
)
SELECT
  priceFeedId,
  symbol,
  name,
  assetType,
  exponent,
  last.price AS price,
  hour.change AS change1h,
  day.change AS change24h,
  spread_bps(last.bid, last.ask) AS spreadBps,
  confidence_bps(last.confidence, last.price) AS confidenceBps,
  last.publisherCount AS publisherCount,
  last.marketSession AS marketSession,
  epoch(meta.lastPublishedAt) - epoch(last.feedUpdateTimestamp) AS ageSeconds,
  is_stale(last.marketSession, epoch(meta.lastPublishedAt) - epoch(last.feedUpdateTimestamp)) AS stale
FROM feed_stats
CROSS JOIN meta
LEFT JOIN latest USING (priceFeedId)
LEFT JOIN changes AS hour ON hour.priceFeedId = feed_stats.priceFeedId AND hour.hours = 1
LEFT JOIN changes AS day ON day.priceFeedId = feed_stats.priceFeedId AND day.hours = 24
WHERE assetType IS DISTINCT FROM 'funding-rate';
