-- Funding that a long position of size 1 paid since the start of a time, as a line. Each rate counts for as long as it was
-- valid, at most its interval or a day. Below zero the position received funding.
-- Grain: (priceFeedId, publishedAt).
-- Source: funding, funding_1h, funding_1d, feed_stats.
-- Example: FROM funding_accrual([112, 113], last_update() - INTERVAL 7 DAY, last_update(), 3600)
-- Columns as feeds, and:
--   publishedAt: when the step ends, and where the line begins
--   accrued: paid until then [fraction of the position]
CREATE OR REPLACE {{temp}}MACRO funding_accrual(feeds, since, until, step, resolution := 'raw') AS TABLE
WITH steps AS (
  SELECT
    priceFeedId,
    min(greatest(publishedAt, since::TIMESTAMP)) AS startedAt,
    max(greatest(publishedAt, since::TIMESTAMP) + to_seconds(seconds)) AS publishedAt, -- until when its rate was valid
    sum(meanRate8h * seconds) / 28800 AS paid
  FROM carry_forward('rate_means_' || funding_resolution(resolution), coalesce(feeds::BIGINT[], []), since, until)
  GROUP BY priceFeedId, time_bucket(to_seconds(step), publishedAt)
)
SELECT priceFeedId, names.symbol AS symbol, publishedAt, accrued
FROM (
  SELECT priceFeedId, publishedAt, finite_or_null(sum(paid) OVER (PARTITION BY priceFeedId ORDER BY publishedAt)) AS accrued
  FROM steps
  UNION ALL
  SELECT priceFeedId, min(startedAt), 0
  FROM steps
  GROUP BY priceFeedId
)
JOIN feed_stats AS names USING (priceFeedId)
ORDER BY priceFeedId, publishedAt;
