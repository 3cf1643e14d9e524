-- Stretches of one trading session per feed.
-- Grain: (priceFeedId, startedAt). startedAt and endedAt are its first and last update; `marketSession` null: none came.
SELECT
  priceFeedId,
  any_value(marketSession) AS marketSession,
  min(startedAt) AS startedAt,
  max(endedAt) AS endedAt,
  sum(updates)::BIGINT AS updates
FROM (
  SELECT *, count(*) FILTER (changed) OVER (PARTITION BY priceFeedId ORDER BY startedAt) AS stretch
  FROM (
    SELECT
      *,
      marketSession IS DISTINCT FROM lag(marketSession) OVER (PARTITION BY priceFeedId ORDER BY startedAt) AS changed
    FROM session_runs
  )
)
GROUP BY priceFeedId, stretch
