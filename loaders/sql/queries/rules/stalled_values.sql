-- The rule `stalled`: how far the price moved in the time up to each minute, although the feed's timestamps are fresh: a feed
-- that repeats itself with a little noise moves less than any market. All bars of the time are of the regular session, have no
-- carried-forward update, and cover three quarters of the time. Formula: 10 000 × (high - low) / |low|.
-- Default: less than 0.01 bps in half an hour; off for net asset values.
-- Grain: (priceFeedId, publishedAt).
-- Source: bars_1m, or rows like them.
-- Example: FROM stalled_values() WHERE priceFeedId = 1 ORDER BY publishedAt DESC LIMIT 20
-- Columns as bars_1m, and:
--   publishedAt: the minute
--   value: range of the price until then [bps]
--   since: when that time began
--   windowSeconds: that time [s]
CREATE OR REPLACE {{temp}}MACRO stalled_values(bars := 'bars_1m', windowSeconds := 1800) AS TABLE
SELECT
  priceFeedId,
  startedAt AS publishedAt,
  finite_or_null(10000 * (highest - lowest) / nullif(abs(lowest), 0)) AS value,
  since,
  seconds AS windowSeconds
FROM (
  SELECT
    priceFeedId,
    startedAt,
    windowSeconds AS seconds,
    max(high) OVER past AS highest,
    min(low) OVER past AS lowest,
    min(startedAt) OVER past AS since,
    bool_and(marketSession = 'regular' AND carriedForward = 0) OVER past AS fresh
  FROM query_table(bars)
  WINDOW past AS (
    PARTITION BY priceFeedId, windowSeconds
    ORDER BY startedAt
    RANGE BETWEEN to_seconds(windowSeconds) PRECEDING AND CURRENT ROW
  )
)
WHERE fresh AND epoch(startedAt) - epoch(since) >= 0.75 * seconds;
