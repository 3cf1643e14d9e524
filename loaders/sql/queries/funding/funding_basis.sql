-- The last funding rate of each venue, as in funding_now, beside its basis: how far the venue's mark price is from the spot feed
-- of the same underlying. The spot feed has the underlying's name and the quote of the rate, or else USD: a mark in USDT is not
-- converted, so its basis contains the distance of USDT from a dollar. The spot price is the last one published by the time of
-- the mark, at most a minute before; repeated prices of a closed market do not count.
-- Formula: basisBps = 10,000 × (mark - spot) / spot (He, Manela, Ross and von Wachter 2022, Fundamentals of Perpetual Futures).
-- Grain: (venue, underlying), or priceFeedId where one of them is null.
-- Source: funding_now, feeds, prices, meta.
-- Example: FROM funding_basis()
-- Columns as funding_now, and:
--   spotFeed: id of the spot feed
--   spotSymbol: its symbol
--   spotPrice: its price at the time of the mark [quote currency]
--   basisBps: 10,000 × (mark - spot) / spot: above zero the perpetual is the dearer one [bps]
--   noBasis: why there is no basis; null where there is one
CREATE OR REPLACE {{temp}}MACRO funding_basis() AS TABLE
WITH rates AS (
  SELECT *, regexp_extract(symbol, '/([^/]+)$', 1) AS quote
  FROM funding_now
), spots AS (
  SELECT
    rates.priceFeedId,
    arg_min(feeds.priceFeedId, (quoted <> quote, feeds.priceFeedId)) AS spotFeed,
    arg_min(feeds.symbol, (quoted <> quote, feeds.priceFeedId)) AS spotSymbol
  FROM rates
  JOIN (
    SELECT *, regexp_extract(symbol, '([^./]+)/[^/]+$', 1) AS base, regexp_extract(symbol, '/([^/]+)$', 1) AS quoted
    FROM feeds
    WHERE assetType NOT IN ('funding-rate', 'nav')
  ) AS feeds ON base = underlying AND quoted IN (quote, 'USD')
  GROUP BY rates.priceFeedId
), priced AS (
  SELECT priceFeedId AS pricedFeed, publishedAt AS pricedAt, price
  FROM prices
  WHERE price IS NOT NULL
    AND (ageSeconds > 1) IS NOT TRUE -- a repeat is not a new price
    AND publishedAt >= (SELECT lastPublishedAt FROM meta) - INTERVAL 2 DAY -- no rate is valid for longer than a day
)
SELECT
  * EXCLUDE (quote),
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
      rates.*,
      spotFeed,
      spotSymbol,
      CASE WHEN epoch(rates.publishedAt) - epoch(pricedAt) <= 60 THEN priced.price END AS spotPrice
    FROM rates
    LEFT JOIN spots USING (priceFeedId)
    ASOF LEFT JOIN priced ON spotFeed = pricedFeed AND rates.publishedAt >= pricedAt
  )
)
ORDER BY underlying NULLS LAST, venue, priceFeedId;
