-- Funding rates of feeds over a time: the last one, and the mean, weighted by how long each rate was valid.
-- Grain: priceFeedId.
-- Source: funding, funding_1h, funding_1d, funding_intervals, feed_stats.
-- Example: FROM funding_summary([112, 113], last_update() - INTERVAL 7 DAY, last_update())
-- Columns as feeds, and:
--   intervalHours: how often funding was paid at the end [h]
--   rate8h: last rate [fraction per 8 h]
--   meanRate8h: mean rate [fraction per 8 h]
CREATE OR REPLACE {{temp}}MACRO funding_summary(feeds, since, until, resolution := 'raw') AS TABLE
SELECT
  priceFeedId,
  names.symbol AS symbol,
  intervalHours,
  rate8h,
  meanRate8h
FROM (
  SELECT
    priceFeedId,
    finite_or_null(sum(rate_means.meanRate8h * seconds) / sum(seconds) FILTER (rate_means.meanRate8h IS NOT NULL)) AS meanRate8h
  FROM carry_forward('rate_means_' || funding_resolution(resolution), coalesce(feeds::BIGINT[], []), since, until) AS rate_means
  GROUP BY priceFeedId
)
JOIN feed_stats AS names USING (priceFeedId)
LEFT JOIN (
  SELECT priceFeedId, arg_max(rate8h, publishedAt) AS rate8h
  FROM carry_forward('rates_' || funding_resolution(resolution), coalesce(feeds::BIGINT[], []), since, until)
  GROUP BY priceFeedId
) USING (priceFeedId)
LEFT JOIN (
  SELECT priceFeedId, arg_max(intervalHours, startedAt) AS intervalHours
  FROM funding_intervals
  WHERE startedAt <= until::TIMESTAMP
  GROUP BY priceFeedId
) USING (priceFeedId)
ORDER BY symbol, priceFeedId;
