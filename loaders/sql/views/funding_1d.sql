-- Funding rates by day (UTC).
-- Grain: (priceFeedId, startedAt).
-- Source: funding_1h.
-- Example: SELECT startedAt, meanRate8h, accrued FROM funding_1d WHERE priceFeedId = 112 ORDER BY startedAt
-- Columns as funding_1h, and:
--   startedAt: when the day begins
--   intervalHours: the funding interval at its end [h]
--   seconds: how much of the day has a rate [s]
SELECT
  priceFeedId,
  time_bucket(INTERVAL 1 DAY, hours.startedAt) AS startedAt,
  sum(updates)::INTEGER AS updates,
  min(firstAt) AS firstAt,
  arg_min(firstRate8h, coalesce(firstAt, hours.startedAt)) AS firstRate8h,
  arg_min(lowAt, (lowRate8h, lowAt)) FILTER (lowAt IS NOT NULL) AS lowAt,
  min(lowRate8h) AS lowRate8h,
  arg_min(highAt, (-highRate8h, highAt)) FILTER (highAt IS NOT NULL) AS highAt,
  max(highRate8h) AS highRate8h,
  max(lastAt) AS lastAt,
  arg_max(lastRate8h, hours.startedAt) AS lastRate8h,
  arg_max_null(intervalHours, hours.startedAt) AS intervalHours,
  sum(intervalChanges)::INTEGER AS intervalChanges,
  finite_or_null(sum(seconds)) AS seconds,
  finite_or_null(sum(meanRate8h * seconds) / nullif(sum(seconds), 0)) AS meanRate8h,
  finite_or_null(sum(accrued)) AS accrued
FROM funding_1h AS hours
GROUP BY priceFeedId, time_bucket(INTERVAL 1 DAY, hours.startedAt)
