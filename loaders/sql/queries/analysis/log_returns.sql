-- Log returns of feeds, step by step: ln(price / price of the step before), of the prices of aligned_prices. A return
-- needs both prices: gaps and closed hours do not count as a return of zero, and the first step after an
-- opening has none (Campbell, Lo and MacKinlay 1997, The Econometrics of Financial Markets, 1.4).
-- Formula: logReturn(t) = ln(price(t) / price(t - 1)).
-- Grain: (priceFeedId, publishedAt): a row for each whole step of each feed.
-- Source: prices, bars_1m, bars_1h, bars_1d, feed_stats.
-- Example: FROM log_returns([1, 2], last_update() - INTERVAL 24 HOUR, last_update(), 3600)
-- Columns as aligned_prices, and:
--   logReturn: natural logarithm of price over the one of the step before; null where one is missing or not above 0 [log]
CREATE OR REPLACE {{temp}}MACRO log_returns(feeds, since, until, step, resolution := 'raw', session := 'open', maxAge := 900, adjusted := false) AS TABLE
SELECT
  priceFeedId,
  symbol,
  publishedAt,
  price,
  CASE WHEN price > 0 AND priceBefore > 0 THEN ln(price / priceBefore) END AS logReturn,
  seconds
FROM (
  SELECT *, lag(price) OVER (PARTITION BY priceFeedId ORDER BY publishedAt) AS priceBefore
  FROM aligned_prices(
    feeds, since::TIMESTAMP - to_seconds(greatest(step, seconds_of(resolution))), until, step, resolution := resolution,
    session := session, maxAge := maxAge, adjusted := adjusted
  )
)
WHERE publishedAt >= since::TIMESTAMP
ORDER BY priceFeedId, publishedAt;
