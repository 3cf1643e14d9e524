-- Each feed with a price: its last values, and how much its price changed.
-- Grain: priceFeedId.
-- Source: feed_stats, prices, prices_long, meta.
-- Example: FROM price_board() ORDER BY symbol, priceFeedId LIMIT 10
-- Columns as feed_stats, spreads, and:
--   change1h: change of the price over the last hour of the store; null where it had no price then [fraction]
--   change24h: change of the price over the last 24 hours [fraction]
--   confidenceBps: confidence over the price [bps]
--   ageSeconds: time from the feed's own last update to the store's last one [s]
--   stale: whether that is too old for its session, by is_stale
CREATE OR REPLACE {{temp}}MACRO price_board() AS TABLE
SELECT
  priceFeedId,
  symbol,
  name,
  assetType,
  exponent,
  last.price,
  hour.change AS change1h,
  day.change AS change24h,
  spread_bps(last.bid, last.ask) AS spreadBps,
  confidence_bps(last.confidence, last.price) AS confidenceBps,
  last.publisherCount,
  last.marketSession,
  epoch(meta.lastPublishedAt) - epoch(last.feedUpdateTimestamp) AS ageSeconds,
  is_stale(last.marketSession, ageSeconds) AS stale
FROM feed_stats
CROSS JOIN meta
LEFT JOIN (SELECT priceFeedId, arg_max(prices, publishedAt) AS last FROM prices GROUP BY priceFeedId) USING (priceFeedId)
LEFT JOIN feed_changes(1) AS hour USING (priceFeedId)
LEFT JOIN feed_changes(24) AS day USING (priceFeedId)
WHERE assetType IS DISTINCT FROM 'funding-rate';
