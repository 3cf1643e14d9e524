-- How fresh each feed is, by its last update: old and closed is normal, old in the regular session is not.
-- Grain: priceFeedId.
-- Source: feeds, prices, quality_1h, meta.
-- Example: SELECT state, count(*) AS feeds FROM feed_freshness GROUP BY ALL ORDER BY ALL
-- Columns as feed_stats, and:
--   marketSession: the session of the last update
--   publisherCount: publishers of the last update [publishers]
--   ageSeconds: how old the feed's own update was when its last one was published [s]
--   stepSeconds: usual time between two updates, of the last hour that tells it [s]
--   silentSeconds: how long before the store's last update the feed's last one was published [s]
--   state: never (no update), silent (for over a minute and three steps), closed, unknown (it does not say how old it is),
--     stale (as is_stale says), fresh (at most a minute old) or quiet (older, where no regular session is told)
WITH latest AS (
  SELECT
    priceFeedId,
    any_value(marketSession) AS marketSession,
    any_value(publisherCount) AS publisherCount,
    any_value(ageSeconds) AS ageSeconds
  FROM prices
  JOIN feeds USING (priceFeedId)
  WHERE publishedAt = lastPublishedAt
  GROUP BY priceFeedId
), usual AS (
  SELECT priceFeedId, arg_max(stepSeconds, startedAt) AS stepSeconds FROM quality_1h GROUP BY priceFeedId
)
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
  epoch(meta.lastPublishedAt) - epoch(feeds.lastPublishedAt) AS silentSeconds,
  CASE
    WHEN feeds.updates = 0 THEN 'never'
    WHEN silentSeconds > greatest(60, 3 * coalesce(stepSeconds, 0)) THEN 'silent'
    WHEN marketSession = 'closed' THEN 'closed'
    WHEN ageSeconds IS NULL THEN 'unknown'
    WHEN is_stale(marketSession, ageSeconds) THEN 'stale'
    WHEN ageSeconds <= 60 THEN 'fresh'
    ELSE 'quiet'
  END AS state
FROM feeds
CROSS JOIN meta
LEFT JOIN latest USING (priceFeedId)
LEFT JOIN usual USING (priceFeedId)
