-- The funding rates of dirty hours, as rule `rate` reads them. Internal.
-- Grain: (priceFeedId, publishedAt).
-- Source: dirty_prices.
-- Columns as funding.
SELECT
  priceFeedId,
  publishedAt,
  simple_yearly(funding_fraction(fundingRate, exponent), funding_hours(fundingRateInterval)) AS apr
FROM dirty_prices
WHERE fundingRate IS NOT NULL
