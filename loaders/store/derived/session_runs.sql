-- Runs of updates in one session within an hour, of the touched hours; `sessions` joins them. Internal.
-- Grain: (priceFeedId, startedAt), the first update of the run.
WITH hours AS (
  SELECT
    priceFeedId,
    time_bucket(INTERVAL 1 HOUR, publishedAt) AS hour,
    any_value(marketSession) AS marketSession,
    min(publishedAt) AS startedAt,
    max(publishedAt) AS endedAt,
    count(*)::INTEGER AS updates,
    min(marketSession) IS NOT DISTINCT FROM max(marketSession) AND count(marketSession) IN (0, count(*)) AS whole
  FROM touched_prices
  GROUP BY ALL
), runs AS ( -- of the few hours in which the session changed
  SELECT
    priceFeedId,
    marketSession,
    publishedAt,
    row_number() OVER (PARTITION BY priceFeedId ORDER BY publishedAt)
      - row_number() OVER (PARTITION BY priceFeedId, marketSession ORDER BY publishedAt) AS run
  FROM touched_prices
  SEMI JOIN (FROM hours WHERE NOT whole) AS mixed
    ON mixed.priceFeedId = touched_prices.priceFeedId
    AND mixed.hour = time_bucket(INTERVAL 1 HOUR, publishedAt)
)
SELECT priceFeedId, marketSession, startedAt, endedAt, updates
FROM hours
WHERE whole
UNION ALL
SELECT priceFeedId, any_value(marketSession), min(publishedAt), max(publishedAt), count(*)::INTEGER
FROM runs
GROUP BY priceFeedId, marketSession, run, time_bucket(INTERVAL 1 HOUR, publishedAt)
