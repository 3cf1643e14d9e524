-- How fresh each feed is: what feed_states says of it, with its name, and the session and publishers of its last update.
-- Grain: priceFeedId.
-- Source: feeds, feed_states, prices.
-- Example: SELECT state, count(*) AS feeds FROM feed_freshness GROUP BY ALL ORDER BY ALL
-- Columns as feed_states, feed_stats, and:
--   publisherCount: publishers of the last update [publishers]
SELECT
  priceFeedId,
  symbol,
  name,
  assetType,
  feeds.updates AS updates,
  feeds.lastPublishedAt AS lastPublishedAt,
  marketSession,
  publisherCount,
  ageSeconds,
  stepSeconds,
  silentSeconds,
  feed_states.state AS state
FROM feeds
JOIN feed_states USING (priceFeedId)
LEFT JOIN (
  SELECT
    priceFeedId,
    any_value(marketSession) AS marketSession,
    any_value(publisherCount) AS publisherCount
  FROM prices
  JOIN feeds USING (priceFeedId)
  WHERE publishedAt = lastPublishedAt
  GROUP BY priceFeedId
) USING (priceFeedId)
