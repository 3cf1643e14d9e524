-- The rule `jump`: how far each minute's price is from the median of the five closes before it, in robust deviations: these are
-- 1.4826 × the median move between closes of the last hour, or the mean confidence, if that is larger. Only in the regular
-- session, and only after five bars within an hour. Default: more than 25 deviations.
-- Formula: max(|high - median|, |low - median|) / deviation (Hampel's identifier).
-- Grain: (priceFeedId, publishedAt).
-- Source: bars_1m, or rows like them.
-- Example: FROM jump_values() WHERE priceFeedId = 1 ORDER BY publishedAt DESC LIMIT 20
-- Columns as bars_1m, and:
--   publishedAt: the minute
--   value: distance from the median [deviations]
CREATE OR REPLACE {{temp}}MACRO jump_values(bars := 'bars_1m') AS TABLE
SELECT
  priceFeedId,
  startedAt AS publishedAt,
  finite_or_null(
    greatest(abs(high - middle), abs(low - middle))
    / nullif(greatest(1.4826 * usualMove, coalesce(meanConfidenceBps, 0) * abs(middle) / 10000), 0)
  ) AS value
FROM (
  SELECT
    *,
    median(close) OVER (PARTITION BY priceFeedId ORDER BY startedAt ROWS BETWEEN 5 PRECEDING AND 1 PRECEDING) AS middle,
    median(move) OVER hour AS usualMove,
    count(move) OVER hour AS moves
  FROM (
    SELECT
      priceFeedId, startedAt, high, low, close, meanConfidenceBps,
      abs(close - lag(close) OVER (PARTITION BY priceFeedId ORDER BY startedAt)) AS move
    FROM query_table(bars)
    WHERE marketSession = 'regular' AND updates > 0 AND close IS NOT NULL
  )
  WINDOW hour AS (
    PARTITION BY priceFeedId
    ORDER BY startedAt
    RANGE BETWEEN INTERVAL 1 HOUR PRECEDING AND INTERVAL 1 MINUTE PRECEDING
  )
)
WHERE moves >= 5;
