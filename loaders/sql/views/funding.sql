-- Funding rate of every update that has one. Positive: longs pay shorts.
-- Grain: (priceFeedId, publishedAt).
-- Source: deduplicated_updates.
-- Example: SELECT publishedAt, rate, rate8h, apr FROM funding WHERE priceFeedId = 112
--   ORDER BY publishedAt DESC LIMIT 10
-- Columns as updates, and:
--   fundingTimestamp: the boundary of the interval, or just now: venues differ
--   rate: rate of one interval: 3.877e-5 is 0.003877 % [fraction per interval]
--   intervalHours: the funding interval [h]
--   rate1h: rate over 1 hour [fraction per 1 h]
--   rate8h: rate over 8 hours [fraction per 8 h]
--   rateDay: rate over 24 hours [fraction per day]
--   apr: simple rate over 365 days [fraction per year]
--   apy: compound rate over 365 days: each interval's payment is reinvested [fraction per year]
--   markPrice: the venue's mark price, never a rate [quote currency]
--   validSeconds: for how long the rate counts where no other follows: its interval, at most a day [s]
SELECT
  priceFeedId,
  publishedAt,
  fundingTimestamp,
  rate,
  intervalHours,
  finite_or_null(rate / intervalHours) AS rate1h,
  finite_or_null(rate * 8 / intervalHours) AS rate8h,
  finite_or_null(rate * 24 / intervalHours) AS rateDay,
  simple_yearly(rate, intervalHours) AS apr,
  compound_yearly(rate, intervalHours) AS apy,
  price AS markPrice,
  marketSession,
  CASE WHEN intervalHours > 0 THEN 3600 * least(intervalHours, 24) END AS validSeconds
FROM (
  SELECT
    *,
    funding_fraction(fundingRate, exponent) AS rate,
    funding_hours(fundingRateInterval) AS intervalHours
  FROM deduplicated_updates
  WHERE fundingRate IS NOT NULL
)
