-- Funding rates by hour (UTC), so that means and accruals over any longer time can be added up. Each rate counts for as long
-- as it was valid, also in hours without an update: until the next one, at most for its interval, or for a day.
-- Grain: (priceFeedId, startedAt).
-- Source: funding.
-- Example: SELECT priceFeedId, sum(accrued) AS accrued, 28800 * sum(accrued) / sum(seconds) AS meanRate8h
--   FROM funding_1h WHERE startedAt >= TIMESTAMP '2026-05-01' GROUP BY ALL ORDER BY ALL
-- Columns as feeds, and:
--   startedAt: when the hour begins
--   updates: rates published in it [updates]
--   firstAt: when its first rate was published; null where it has only the one valid before
--   firstRate8h: its first rate, or else the one valid before [fraction per 8 h]
--   lowAt: when its lowest rate was published
--   lowRate8h: its lowest rate [fraction per 8 h]
--   highAt: when its highest rate was published
--   highRate8h: its highest rate [fraction per 8 h]
--   lastAt: when its last rate was published
--   lastRate8h: its last rate [fraction per 8 h]
--   intervalHours: the funding interval at its end [h]
--   paymentAt: the last or next instant of payment, as its last rate names it; null where that says just now, or nothing
--   intervalChanges: how often a venue changed the interval, whatever rates without one are in between [changes]
--   seconds: how much of the hour has a rate [s]
--   meanRate8h: mean of the rates, weighted by the time that each was valid [fraction per 8 h]
--   accrued: accrued funding: a fraction of the position, positive where longs paid [fraction]
WITH runs AS (
  SELECT
    *,
    intervalHours <> lag(intervalHours IGNORE NULLS) OVER feed AS changed,
    payment_instant(fundingTimestamp, endedAt, intervalHours) AS paymentAt,
    lead(startedAt) OVER feed AS nextAt,
    least(
      nextAt,
      endedAt + to_microseconds((least(intervalHours, 24) * 3.6e9)::BIGINT),
      (SELECT max(lastPublishedAt) FROM feed_held WHERE dated) -- after the store's last update nothing is known
    ) AS stoodUntil
  FROM funding_runs
  WINDOW feed AS (PARTITION BY priceFeedId ORDER BY startedAt)
), carried AS ( -- the last rate of an hour, in that hour and those after it
  SELECT
    priceFeedId,
    endedAt,
    intervalHours,
    paymentAt,
    carriedRate8h,
    greatest(stoodUntil, endedAt + INTERVAL 1 MILLISECOND) AS until,
    unnest(range(time_bucket(INTERVAL 1 HOUR, endedAt), until, INTERVAL 1 HOUR)) AS hour
  FROM runs
  WHERE carriedRate8h IS NOT NULL
    AND (nextAt IS NULL OR time_bucket(INTERVAL 1 HOUR, nextAt) > time_bucket(INTERVAL 1 HOUR, endedAt))
), pieces AS (
  SELECT * EXCLUDE (nextAt, stoodUntil), time_bucket(INTERVAL 1 HOUR, startedAt) AS hour
  FROM runs
  UNION ALL BY NAME
  SELECT
    priceFeedId,
    hour,
    endedAt AS startedAt,
    intervalHours,
    paymentAt,
    carriedRate8h,
    (epoch_us(least(until, hour + INTERVAL 1 HOUR)) - epoch_us(greatest(endedAt, hour))) / 1e6 AS seconds,
    carriedRate8h * seconds AS rateSeconds
  FROM carried
)
SELECT
  priceFeedId,
  hour AS startedAt,
  coalesce(sum(updates), 0)::INTEGER AS updates,
  min(firstAt) AS firstAt,
  coalesce(arg_min(firstRate8h, firstAt), any_value(carriedRate8h)) AS firstRate8h,
  arg_min(lowAt, (lowRate8h, lowAt)) FILTER (lowAt IS NOT NULL) AS lowAt,
  coalesce(min(lowRate8h), any_value(carriedRate8h)) AS lowRate8h,
  arg_min(highAt, (-highRate8h, highAt)) FILTER (highAt IS NOT NULL) AS highAt,
  coalesce(max(highRate8h), any_value(carriedRate8h)) AS highRate8h,
  max(lastAt) AS lastAt,
  coalesce(arg_max(lastRate8h, lastAt), any_value(carriedRate8h)) AS lastRate8h,
  arg_max_null(intervalHours, startedAt) AS intervalHours,
  arg_max_null(paymentAt, startedAt) AS paymentAt,
  count(*) FILTER (changed)::INTEGER AS intervalChanges,
  finite_or_null(sum(seconds)) AS seconds,
  finite_or_null(sum(rateSeconds) / nullif(sum(seconds), 0)) AS meanRate8h,
  finite_or_null(sum(rateSeconds) / 28800) AS accrued
FROM pieces
GROUP BY priceFeedId, hour
