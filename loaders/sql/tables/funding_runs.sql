-- Runs of rates with one interval within an hour; `funding_1h` and `funding_intervals` are made from them. Internal.
-- Grain: (priceFeedId, startedAt), the first rate of the run.
-- Source: prices.
-- Columns as funding_1h, and:
--   intervalHours: the interval of all its rates [h]
--   startedAt: its first rate, also one that has no interval
--   endedAt: its last rate, also one that has no interval
--   fundingTimestamp: the instant of funding of its last rate, as received
--   carriedRate8h: the rate at endedAt, which stays valid; null where it has no interval [fraction per 8 h]
--   seconds: how long rates over 8 hours were valid in the hour, up to its last rate [s]
--   rateSeconds: sum of these rates, each times its seconds [s per 8 h]
WITH rates AS (
  SELECT
    slot,
    publishedAt,
    fundingTimestamp,
    funding_hours(fundingRateInterval) AS intervalHours,
    finite_or_null(funding_fraction(fundingRate, exponent) * 8 / intervalHours) AS rate8h
  FROM dirty_prices
  WHERE fundingRate IS NOT NULL
), placed AS (
  SELECT
    *,
    intervalHours IS DISTINCT FROM lag(intervalHours) OVER hourly AS changed,
    (epoch_us(lead(publishedAt) OVER hourly) - epoch_us(publishedAt)) / 1e6 AS untilNext,
    CASE WHEN rate8h IS NOT NULL THEN greatest(least(untilNext, 3600 * intervalHours), 0.001) END AS validSeconds
  FROM rates
  WINDOW hourly AS (PARTITION BY slot ORDER BY publishedAt)
), runs AS (
  SELECT *, sum(changed::INTEGER) OVER (PARTITION BY slot ORDER BY publishedAt) AS run -- with FILTER: quadratic
  FROM placed
)
SELECT
  any_value(priceFeedId) AS priceFeedId,
  any_value(intervalHours) AS intervalHours,
  min(publishedAt) AS startedAt,
  max(publishedAt) AS endedAt,
  count(*)::INTEGER AS updates,
  min(publishedAt) FILTER (rate8h IS NOT NULL) AS firstAt,
  arg_min(rate8h, publishedAt) AS firstRate8h,
  arg_min(publishedAt, (rate8h, publishedAt)) FILTER (rate8h IS NOT NULL) AS lowAt,
  min(rate8h) AS lowRate8h,
  arg_min(publishedAt, (-rate8h, publishedAt)) FILTER (rate8h IS NOT NULL) AS highAt,
  max(rate8h) AS highRate8h,
  max(publishedAt) FILTER (rate8h IS NOT NULL) AS lastAt,
  arg_max(rate8h, publishedAt) AS lastRate8h,
  arg_max_null(fundingTimestamp, publishedAt) AS fundingTimestamp,
  arg_max_null(rate8h, publishedAt) AS carriedRate8h,
  coalesce(sum(validSeconds) FILTER (untilNext IS NOT NULL), 0) AS seconds,
  coalesce(sum(rate8h * validSeconds) FILTER (untilNext IS NOT NULL), 0) AS rateSeconds
FROM runs
JOIN dirty_hours USING (slot)
GROUP BY slot, run
