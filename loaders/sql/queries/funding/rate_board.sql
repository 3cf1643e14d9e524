-- The last funding rate of each funding feed.
-- Grain: priceFeedId.
-- Source: feed_stats, funding, prices, meta.
-- Example: FROM rate_board() ORDER BY symbol, priceFeedId LIMIT 10
-- Columns:
--   priceFeedId: the feed
--   symbol: its symbol
--   name: its name
--   assetType: its class
--   rate8h: its last rate [fraction per 8 h]
--   apr: the rate, simple [fraction per year]
--   intervalHours: how often funding is paid [h]
--   nextFundingAt: when it is paid next, where the service says so
--   marketSession: session of the last rate
--   ageSeconds: time from the feed's own last update to the store's last one [s]
--   stale: whether that is too old for its session, by is_stale
CREATE OR REPLACE {{temp}}MACRO rate_board() AS TABLE
SELECT
  feed_stats.priceFeedId,
  symbol,
  name,
  assetType,
  last.rate8h,
  last.apr,
  last.intervalHours,
  CASE WHEN last.fundingTimestamp > last.publishedAt THEN last.fundingTimestamp END AS nextFundingAt,
  last.marketSession,
  epoch(meta.lastPublishedAt) - epoch(feedUpdateTimestamp) AS ageSeconds,
  is_stale(last.marketSession, ageSeconds) AS stale
FROM feed_stats
CROSS JOIN meta
LEFT JOIN ( -- the last rate of each feed is in every snapshot
  SELECT priceFeedId, max_by(funding, publishedAt) AS last
  FROM funding
  WHERE rate IS NOT NULL AND publishedAt <= last_update()
  GROUP BY priceFeedId
) AS latest ON latest.priceFeedId = feed_stats.priceFeedId
LEFT JOIN prices ON prices.priceFeedId = feed_stats.priceFeedId AND prices.publishedAt = last.publishedAt
WHERE assetType = 'funding-rate';
