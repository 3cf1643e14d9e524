-- Funding rates of feeds as lines: the first, last, lowest and highest rate of each step.
-- Grain: (priceFeedId, publishedAt).
-- Source: funding, funding_1h, funding_1d, funding_intervals, feed_stats.
-- Example: FROM funding_line([112, 113], last_update() - INTERVAL 7 DAY, last_update(), 3600)
-- Columns as funding, feeds.
CREATE OR REPLACE {{temp}}MACRO funding_line(feeds, since, until, step, resolution := 'raw') AS TABLE
SELECT
  publishedAt,
  priceFeedId,
  names.symbol AS symbol,
  rate8h,
  apr,
  intervalHours
FROM (
  SELECT *, (priceFeedId, time_bucket(to_seconds(step), publishedAt)) AS bucket
  FROM carry_forward('rates_' || funding_resolution(resolution), coalesce(feeds::BIGINT[], []), since, until)
)
JOIN feed_stats AS names USING (priceFeedId)
ASOF LEFT JOIN (SELECT priceFeedId AS rated, startedAt, intervalHours FROM funding_intervals)
  ON priceFeedId = rated AND publishedAt >= startedAt
QUALIFY is_outermost(publishedAt, rate8h, rate8h, bucket)
ORDER BY priceFeedId, publishedAt;
