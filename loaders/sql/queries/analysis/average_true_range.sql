-- The average true range of a feed's candles: how far its price usually moves in a step, jumps between steps included. The first
-- average is the mean of the first `smoothing` candles; each later one is smoothed with them.
-- Formula: range = max(high, close before) - min(low, close before); average(t) = ((smoothing - 1) × average(t - 1) + range(t)) / smoothing
-- (Wilder 1978, New Concepts in Technical Trading Systems).
-- Grain: publishedAt.
-- Source: prices, bars_1m, bars_1h, bars_1d.
-- Example: FROM average_true_range(1, first_update(), last_update(), 3600)
-- Columns as candles, and:
--   trueRange: range of the candle, from the close before it [quote currency]
--   averageRange: the smoothed range; null before there are enough candles [quote currency]
--   averageBps: the same in 1/10,000 of the close [bps]
CREATE OR REPLACE {{temp}}MACRO average_true_range(feed, since, until, step, smoothing := 14, resolution := 'raw', closed := 'skipped', adjusted := false) AS TABLE
WITH RECURSIVE ranges AS MATERIALIZED (
  SELECT
    row_number() OVER by_time AS place,
    publishedAt,
    close,
    greatest(high, lag(close) OVER by_time) - least(low, lag(close) OVER by_time) AS trueRange
  FROM candles(feed, since, until, step, resolution := resolution, closed := closed, adjusted := adjusted)
  WINDOW by_time AS (ORDER BY publishedAt)
), smoothed AS (
  SELECT smoothing::BIGINT AS place, avg(trueRange) AS averageRange FROM ranges WHERE place <= smoothing HAVING count(*) = smoothing
  UNION ALL
  SELECT ranges.place, ((smoothing - 1) * averageRange + trueRange) / smoothing
  FROM smoothed
  JOIN ranges ON ranges.place = smoothed.place + 1
)
SELECT publishedAt, close, trueRange, averageRange, finite_or_null(10000 * averageRange / nullif(abs(close), 0)) AS averageBps
FROM ranges
LEFT JOIN smoothed USING (place)
ORDER BY publishedAt;
