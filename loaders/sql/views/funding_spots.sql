-- The spot feed of each funding feed, by its symbol: the feed with the name of its underlying and the quote of the rate, or else
-- USD; of several the one with the lowest id.
-- Grain: priceFeedId.
-- Source: funding_now, feeds.
-- Example: SELECT symbol, spotSymbol FROM funding_spots ORDER BY symbol
-- Columns as funding_now, and:
--   spotFeed: id of the spot feed
--   spotSymbol: its symbol
SELECT
  priceFeedId,
  rates.symbol,
  venue,
  underlying,
  arg_min(spotId, (quoted <> quote, spotId)) AS spotFeed,
  arg_min(spots.symbol, (quoted <> quote, spotId)) AS spotSymbol
FROM (SELECT *, regexp_extract(symbol, '/([^/]+)$', 1) AS quote FROM funding_now) AS rates
JOIN (
  SELECT
    priceFeedId AS spotId,
    symbol,
    regexp_extract(symbol, '([^./]+)/[^/]+$', 1) AS base,
    regexp_extract(symbol, '/([^/]+)$', 1) AS quoted
  FROM feeds
  WHERE assetType NOT IN ('funding-rate', 'nav')
) AS spots ON base = underlying AND quoted IN (quote, 'USD')
GROUP BY priceFeedId, rates.symbol, venue, underlying
