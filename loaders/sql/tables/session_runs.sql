-- Runs of updates in one session within an hour; `sessions` joins them. Internal.
-- Grain: (priceFeedId, startedAt), the first update of the run.
-- Source: prices.
-- Columns as sessions.
WITH hours AS (
  SELECT
    slot,
    any_value(marketSession) AS marketSession,
    min(publishedAt) AS startedAt,
    max(publishedAt) AS endedAt,
    count(*)::INTEGER AS updates,
    min(marketSession) IS NOT DISTINCT FROM max(marketSession) AND count(marketSession) IN (0, count(*)) AS whole
  FROM dirty_prices
  GROUP BY slot
), runs AS ( -- of the few hours in which the session changed
  SELECT
    slot,
    marketSession,
    publishedAt,
    row_number() OVER (PARTITION BY slot ORDER BY publishedAt)
      - row_number() OVER (PARTITION BY slot, marketSession ORDER BY publishedAt) AS run
  FROM dirty_prices
  SEMI JOIN (FROM hours WHERE NOT whole) AS mixed USING (slot)
)
SELECT priceFeedId, marketSession, startedAt, endedAt, updates
FROM (
  SELECT slot, marketSession, startedAt, endedAt, updates
  FROM hours
  WHERE whole
  UNION ALL
  SELECT slot, any_value(marketSession), min(publishedAt), max(publishedAt), count(*)::INTEGER
  FROM runs
  GROUP BY slot, marketSession, run
)
JOIN dirty_hours USING (slot)
