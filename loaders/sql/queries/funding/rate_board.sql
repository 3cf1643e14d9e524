-- The last funding rate of each funding feed.
-- Grain: priceFeedId.
-- Source: feed_stats, market_state, funding, prices, meta.
-- Example: FROM rate_board() ORDER BY symbol, priceFeedId LIMIT 10
-- Columns as price_board, funding, funding_now.
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
  is_stale(coalesce(market.calendarSession, last.marketSession), ageSeconds) AS stale
FROM feed_stats
CROSS JOIN meta
LEFT JOIN market_state AS market ON market.priceFeedId = feed_stats.priceFeedId
LEFT JOIN ( -- the last rate of each feed is in every snapshot
  SELECT priceFeedId, max_by(funding, publishedAt) AS last
  FROM funding
  WHERE rate IS NOT NULL AND publishedAt <= last_update()
  GROUP BY priceFeedId
) AS latest ON latest.priceFeedId = feed_stats.priceFeedId
LEFT JOIN prices ON prices.priceFeedId = feed_stats.priceFeedId AND prices.publishedAt = last.publishedAt
WHERE assetType = 'funding-rate';
