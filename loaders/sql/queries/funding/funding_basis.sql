-- The last funding rate of each venue, as in funding_now, beside its basis: how far the venue's mark price is from the spot feed
-- of the same underlying (see funding_spots). A mark in USDT is not converted, so its basis contains the distance of USDT from a
-- dollar. The spot price is the last one published by the time of the mark, at most a minute before; repeated prices of a closed
-- market do not count.
-- Formula: basisBps = 10,000 × (mark - spot) / spot (He, Manela, Ross and von Wachter 2022, Fundamentals of Perpetual Futures).
-- Grain: (venue, underlying), or priceFeedId where one of them is null.
-- Source: funding_now, funding_spots, prices, meta.
-- Example: FROM funding_basis()
-- Columns as funding_now, funding_spots, and:
--   spotPrice: its price at the time of the mark [quote currency]
--   basisBps: 10,000 × (mark - spot) / spot: above zero the perpetual is the dearer one [bps]
--   noBasis: why the basis is missing; null where it is known
CREATE OR REPLACE {{temp}}MACRO funding_basis() AS TABLE
WITH priced AS (
  SELECT priceFeedId AS pricedFeed, publishedAt AS pricedAt, price
  FROM prices
  WHERE price IS NOT NULL
    AND (ageSeconds > 1) IS NOT TRUE -- a repeat is not a new price
    AND publishedAt >= (SELECT lastPublishedAt FROM meta) - INTERVAL 2 DAY -- no rate is valid for longer than a day
)
SELECT
  *,
  CASE
    WHEN basisBps IS NOT NULL THEN NULL
    WHEN NOT isValid THEN 'the rate is too old'
    WHEN markPrice IS NULL THEN 'the service sends no mark price'
    WHEN spotFeed IS NULL THEN concat('no spot feed of ', underlying)
    ELSE concat(spotSymbol, ' has no price in the minute before the mark')
  END AS noBasis
FROM (
  SELECT *, CASE WHEN isValid THEN finite_or_null(10000 * (markPrice - spotPrice) / nullif(spotPrice, 0)) END AS basisBps
  FROM (
    SELECT
      funding_now.*,
      spotFeed,
      spotSymbol,
      CASE WHEN epoch(funding_now.publishedAt) - epoch(pricedAt) <= 60 THEN priced.price END AS spotPrice
    FROM funding_now
    LEFT JOIN funding_spots USING (priceFeedId)
    ASOF LEFT JOIN priced ON spotFeed = pricedFeed AND funding_now.publishedAt >= pricedAt
  )
)
ORDER BY underlying NULLS LAST, venue, priceFeedId;
