-- Funding rate of every update that has one.
-- Grain: (priceFeedId, publishedAt). Units: rate is a fraction per funding interval (3.877e-5 = 0.003877 %), the interval
-- is the row's own, rate1h, rate8h and rateDay are the rate over 1, 8 and 24 hours, apr the simple rate over 365 days, and
-- apy the compound one, where each interval's payment is put in again. Positive: longs pay shorts. markPrice is the
-- venue's mark price in quote currency, never a rate. A rate stands for its interval at most: standsSeconds.
SELECT
  priceFeedId,
  publishedAt,
  fundingTimestamp,
  funding_fraction(fundingRate, exponent) AS rate,
  CASE WHEN funding_hours(fundingRateInterval) > 0 THEN funding_hours(fundingRateInterval) END AS intervalHours,
  finite_or_null(rate / intervalHours) AS rate1h,
  finite_or_null(rate * 8 / intervalHours) AS rate8h,
  finite_or_null(rate * 24 / intervalHours) AS rateDay,
  finite_or_null(rate * 24 * 365 / intervalHours) AS apr,
  compound_yearly(rate, intervalHours) AS apy,
  human_value(price, exponent) AS markPrice,
  marketSession,
  finite_or_null(3600 * intervalHours) AS standsSeconds
FROM dated_updates
WHERE fundingRate IS NOT NULL
QUALIFY row_number() OVER (PARTITION BY priceFeedId, publishedAt ORDER BY responseId DESC, entryIndex DESC) = 1
