-- Stretches of one trading session per feed.
-- Grain: (priceFeedId, startedAt).
-- Source: session_runs.
-- Example: SELECT marketSession, startedAt, endedAt FROM sessions WHERE priceFeedId = 922 ORDER BY startedAt
-- Columns as feeds, and:
--   marketSession: the session; null where updates did not say it
--   startedAt: its first update
--   endedAt: its last update
--   updates: updates in it [updates]
SELECT
  priceFeedId,
  any_value(marketSession) AS marketSession,
  min(startedAt) AS startedAt,
  max(endedAt) AS endedAt,
  sum(updates)::BIGINT AS updates
FROM (
  SELECT *, sum(changed::INTEGER) OVER (PARTITION BY priceFeedId ORDER BY startedAt) AS stretch -- with FILTER: quadratic
  FROM (
    SELECT
      *,
      marketSession IS DISTINCT FROM lag(marketSession) OVER (PARTITION BY priceFeedId ORDER BY startedAt) AS changed
    FROM session_runs
  )
)
GROUP BY priceFeedId, stretch
