-- Freshness of each feed: its row of feed_states, with its name, and the session and publishers of its last update.
-- Grain: priceFeedId.
-- Source: feed_stats, feed_states, prices.
-- Example: SELECT state, count(*) AS feeds FROM feed_freshness GROUP BY ALL ORDER BY ALL
-- Columns as feed_states, feed_stats, and:
--   publisherCount: publishers of the last update [publishers]
SELECT
  priceFeedId,
  symbol,
  name,
  assetType,
  feed_stats.updates AS updates,
  feed_stats.lastPublishedAt AS lastPublishedAt,
  last.marketSession AS marketSession,
  last.publisherCount AS publisherCount,
  ageSeconds,
  stepSeconds,
  silentSeconds,
  feed_states.state AS state
FROM feed_stats
JOIN feed_states USING (priceFeedId)
LEFT JOIN (
  SELECT
    priceFeedId,
    any_value(marketSession) AS marketSession,
    any_value(publisherCount) AS publisherCount
  FROM prices
  JOIN feed_stats USING (priceFeedId)
  WHERE publishedAt = lastPublishedAt
  GROUP BY priceFeedId
) AS last USING (priceFeedId)
