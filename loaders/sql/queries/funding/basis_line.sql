-- The basis of funding feeds over time: how far the venue's mark price is from the spot feed of the same underlying, at common
-- steps. See funding_basis for the choice of the spot feed.
-- Formula: basisBps = 10,000 × (mark - spot) / spot (He, Manela, Ross and von Wachter 2022, Fundamentals of Perpetual Futures).
-- Grain: (priceFeedId, publishedAt).
-- Source: funding_spots, prices, bars_1m, bars_1h, bars_1d, feed_stats.
-- Example: FROM basis_line([112, 1555], last_update() - INTERVAL 24 HOUR, last_update(), 3600)
-- Columns as aligned_prices, funding_spots, and:
--   markPrice: the venue's mark price [quote currency]
--   spotPrice: price of the spot feed [quote currency]
--   basisBps: above zero the perpetual is the dearer one [bps]
CREATE OR REPLACE {{temp}}MACRO basis_line(rateFeeds, since, until, step, resolution := 'raw') AS TABLE
WITH priced AS (
  SELECT *
  FROM aligned_prices(
    list_concat(rateFeeds::BIGINT[], (SELECT list(spotFeed) FROM funding_spots WHERE list_contains(rateFeeds::BIGINT[], priceFeedId))),
    since, until, step, resolution := resolution
  )
)
SELECT
  marks.priceFeedId,
  marks.symbol,
  venue,
  underlying,
  publishedAt,
  marks.price AS markPrice,
  spots.price AS spotPrice,
  finite_or_null(10000 * (markPrice - spotPrice) / nullif(spotPrice, 0)) AS basisBps
FROM priced AS marks
JOIN funding_spots ON funding_spots.priceFeedId = marks.priceFeedId
LEFT JOIN priced AS spots USING (publishedAt)
WHERE list_contains(rateFeeds::BIGINT[], marks.priceFeedId) AND spots.priceFeedId = spotFeed
ORDER BY marks.priceFeedId, publishedAt;
