-- One feed: its entry in the catalogue, its last update, and its last funding rate.
-- Grain: one row, or none where the store does not know the feed.
-- Source: feed_stats, market_state, prices, bars_1h, funding, meta.
-- Example: FROM feed_now(1)
-- Columns as price_board, funding, and:
--   publishedAt: when the last update was published that the snapshot has
--   ratedAt: when the last rate was published
CREATE OR REPLACE {{temp}}MACRO feed_now(feed) AS TABLE
SELECT
  feed_stats.*,
  last.*,
  spread_bps(bid, ask) AS spreadBps,
  confidence_bps(confidence, price) AS confidenceBps,
  epoch(meta.lastPublishedAt) - epoch(feedUpdateTimestamp) AS ageSeconds,
  is_stale(coalesce(market.calendarSession, last.marketSession), ageSeconds) AS stale,
  rate.*
FROM feed_stats
CROSS JOIN meta
LEFT JOIN market_state AS market ON market.priceFeedId = feed_stats.priceFeedId
LEFT JOIN (
  SELECT publishedAt, price, bid, ask, confidence, ema, emaConfidence, publisherCount, marketSession, feedUpdateTimestamp
  FROM prices_long
  WHERE priceFeedId = feed
  ORDER BY publishedAt DESC
  LIMIT 1
) AS last ON true
LEFT JOIN (
  SELECT rate, rate8h, apr, intervalHours, fundingTimestamp, publishedAt AS ratedAt
  FROM funding
  WHERE priceFeedId = feed AND rate IS NOT NULL
  ORDER BY publishedAt DESC
  LIMIT 1
) AS rate ON true
WHERE feed_stats.priceFeedId = feed;
