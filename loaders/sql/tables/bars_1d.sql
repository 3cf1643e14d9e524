-- OHLC bars of 1 day (UTC). Median and 95th percentile of the spread come from the hours' bins, and are exact within 1 %.
-- Grain: (priceFeedId, startedAt).
-- Source: bars_1h.
-- Example: SELECT startedAt, open, close, close / open - 1 AS change FROM bars_1d WHERE priceFeedId = 1
--   ORDER BY startedAt
-- Columns as bars_1m.
WITH hours AS MATERIALIZED ( -- of the days that have a dirty hour
  SELECT * EXCLUDE (medianSpreadBps, p95SpreadBps), time_bucket(INTERVAL 1 DAY, startedAt) AS day
  FROM bars_1h
  SEMI JOIN dirty_hours
    ON dirty_hours.priceFeedId = bars_1h.priceFeedId
    AND time_bucket(INTERVAL 1 DAY, dirty_hours.hour) = time_bucket(INTERVAL 1 DAY, startedAt)
  WHERE startedAt >= (SELECT time_bucket(INTERVAL 1 DAY, min(hour)) FROM dirty_hours)
), bins AS (
  SELECT
    priceFeedId,
    day,
    bin,
    sum(count) OVER (PARTITION BY priceFeedId, day ORDER BY bin) / sum(count) OVER (PARTITION BY priceFeedId, day) AS share
  FROM (
    SELECT priceFeedId, day, entry.key AS bin, sum(entry.value) AS count
    FROM (SELECT priceFeedId, day, unnest(map_entries(spreadBins)) AS entry FROM hours)
    GROUP BY ALL
  )
), quantiles AS (
  SELECT
    priceFeedId,
    day,
    bin_spread(min(bin) FILTER (share >= 0.5)) AS medianSpreadBps,
    bin_spread(min(bin) FILTER (share >= 0.95)) AS p95SpreadBps
  FROM bins
  GROUP BY ALL
)
SELECT
  priceFeedId,
  day AS startedAt,
  arg_min(open, startedAt) AS open,
  max(high) AS high,
  min(low) AS low,
  arg_max(close, startedAt) AS close,
  sum(updates)::INTEGER AS updates,
  sum(carriedForward)::INTEGER AS carriedForward,
  sum(books)::INTEGER AS books,
  sum(crossed)::INTEGER AS crossed,
  sum(locked)::INTEGER AS locked,
  sum(meanSpreadBps * books) / nullif(sum(books), 0) AS meanSpreadBps,
  max(maxSpreadBps) AS maxSpreadBps,
  sum(confidences)::INTEGER AS confidences,
  sum(meanConfidenceBps * confidences) / nullif(sum(confidences), 0) AS meanConfidenceBps,
  min(fewestPublishers) AS fewestPublishers,
  last_session(marketSession, startedAt) AS marketSession,
  any_value(medianSpreadBps) AS medianSpreadBps,
  any_value(p95SpreadBps) AS p95SpreadBps
FROM hours
LEFT JOIN quantiles USING (priceFeedId, day)
GROUP BY priceFeedId, day
