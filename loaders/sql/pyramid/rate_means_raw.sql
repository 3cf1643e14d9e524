-- Funding rates at the resolution of the updates, with the columns of rate_means_1h.
-- Grain: (priceFeedId, publishedAt).
-- Source: funding.
-- Columns as funding, and:
--   meanRate8h: the rate [fraction per 8 h]
--   meanApr: the rate [fraction per year]
SELECT
  priceFeedId,
  publishedAt,
  intervalHours,
  rate8h,
  apr,
  rate8h AS meanRate8h,
  apr AS meanApr,
  validSeconds
FROM funding
