-- Mean funding rates in about 60 steps of a time, weighted by how long each rate was valid: of the given feeds, and of those
-- with the largest rates of either sign, 40 feeds at most.
-- Grain: (priceFeedId, startedAt).
-- Source: funding_1h, funding_1d, feed_stats.
-- Example: FROM funding_steps([112, 113], last_update() - INTERVAL 7 DAY, last_update())
-- Columns as feeds, and:
--   startedAt: when the step begins
--   stepSeconds: length of a step: an hour or more [s]
--   rate8h: mean rate [fraction per 8 h]
--   intervalHours: how often funding was paid at its end [h]
CREATE OR REPLACE {{temp}}MACRO funding_steps(feeds, since, until, resolution := 'raw') AS TABLE
WITH stepped AS (
  SELECT
    priceFeedId,
    stepSeconds,
    time_bucket(to_seconds(stepSeconds), publishedAt) AS startedAt,
    finite_or_null(sum(meanRate8h * validSeconds) / sum(validSeconds) FILTER (meanRate8h IS NOT NULL)) AS rate8h,
    arg_max(intervalHours, publishedAt) AS intervalHours
  FROM query_table('rate_means_' || CASE resolution WHEN '1d' THEN '1d' ELSE '1h' END)
  CROSS JOIN (
    SELECT greatest(
      seconds_of(CASE resolution WHEN '1d' THEN '1d' ELSE '1h' END),
      step_of(epoch(until::TIMESTAMP) - epoch(since::TIMESTAMP), 60)
    ) AS stepSeconds
  )
  WHERE publishedAt > since::TIMESTAMP - to_hours(CASE resolution WHEN '1d' THEN 24 ELSE 1 END)
    AND publishedAt <= until::TIMESTAMP
  GROUP BY ALL
), shown AS (
  SELECT
    priceFeedId,
    picked,
    row_number() OVER (ORDER BY picked DESC, max(abs(rate8h)) DESC NULLS LAST, priceFeedId) AS place
  FROM (SELECT *, list_contains(feeds::BIGINT[], priceFeedId) AS picked FROM stepped)
  GROUP BY priceFeedId, picked
  QUALIFY picked OR place <= 40
)
SELECT
  priceFeedId,
  names.symbol AS symbol,
  startedAt,
  stepSeconds,
  rate8h,
  intervalHours
FROM stepped
JOIN shown USING (priceFeedId)
JOIN feed_stats AS names USING (priceFeedId)
ORDER BY symbol, priceFeedId, startedAt;
