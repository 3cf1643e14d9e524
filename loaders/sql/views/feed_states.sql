-- The state of each feed by its last update, the one rule for pages and for the command status. An old update is normal in
-- the closed session, and not in the regular one. Misdated updates are left out.
-- Grain: priceFeedId, of the catalogue, of updates, and of requests.
-- Source: feeds, feed_schedules, feed_held, gap_runs, responses, meta.
-- Example: SELECT state, count(*) AS feeds FROM feed_states GROUP BY ALL ORDER BY ALL
-- Columns as feeds, and:
--   marketSession: the session of the last update
--   ageSeconds: how old the feed's own update was when its last one was published [s]
--   stepSeconds: usual time between its last updates; null if it has too few [s]
--   silentSeconds: how long before the store's last update the feed's last one was published [s]
--   state: missing (latest_price was asked for it since, and it did not come), never (no update), unknown (it does not say how
--     old it is), silent (for over a minute and three steps), stale (as is_stale says), closed, fresh (at most a minute old) or
--     quiet (older, in another session than the regular one)
WITH held AS (
  SELECT
    priceFeedId,
    coalesce(max(lastPublishedAt) FILTER (dated), max(lastPublishedAt)) AS lastPublishedAt,
    bool_or(dated) AS dated,
    max(marketSession) FILTER (dated) AS marketSession,
    max((epoch_us(lastPublishedAt) - epoch_us(feedUpdateTimestamp)) / 1e6) FILTER (dated) AS ageSeconds
  FROM feed_held
  GROUP BY priceFeedId
), missed AS (
  SELECT TRY_CAST(feed AS BIGINT) AS priceFeedId, max(publishedAt) AS missedAt -- asked by symbol: null
  FROM (
    SELECT unnest(missingFeeds::VARCHAR[]) AS feed, publishedAt
    FROM responses
    WHERE endpoint = 'latest_price' AND httpStatus = 200 AND missingFeeds <> '[]'
  )
  GROUP BY ALL
  HAVING priceFeedId >= 0
), usual AS (
  SELECT priceFeedId, arg_max(stepSeconds, startedAt) AS stepSeconds FROM gap_runs WHERE kind = 'last' GROUP BY priceFeedId
)
SELECT
  priceFeedId,
  held.marketSession AS marketSession,
  ageSeconds,
  stepSeconds,
  CASE WHEN dated THEN epoch(meta.lastPublishedAt) - epoch(held.lastPublishedAt) END AS silentSeconds,
  CASE
    WHEN missedAt > held.lastPublishedAt OR (missedAt IS NOT NULL AND dated IS NULL) THEN 'missing'
    WHEN dated IS NULL THEN 'never'
    WHEN NOT dated THEN 'unknown'
    WHEN silentSeconds > greatest(60, 3 * coalesce(stepSeconds, 0)) THEN 'silent'
    WHEN is_stale(coalesce(session_at(held.priceFeedId, held.lastPublishedAt), held.marketSession), ageSeconds) THEN 'stale'
    WHEN held.marketSession = 'closed' THEN 'closed'
    WHEN ageSeconds IS NULL THEN 'unknown'
    WHEN ageSeconds <= 60 THEN 'fresh'
    ELSE 'quiet'
  END AS state
FROM (SELECT priceFeedId FROM feeds)
FULL JOIN held USING (priceFeedId)
FULL JOIN missed USING (priceFeedId)
LEFT JOIN usual USING (priceFeedId)
CROSS JOIN meta
