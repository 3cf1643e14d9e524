-- The highest and the lowest price of each feed in the last days of the store, as far back as the store or the site's data go,
-- and where the last price stands between them, as Lane's stochastic oscillator does (Murphy 1999, Technical Analysis of the
-- Financial Markets).
-- Formula: place = (last - low) / (high - low).
-- Grain: priceFeedId.
-- Source: prices_long, feed_stats, meta.
-- Example: FROM high_low(7) ORDER BY place DESC NULLS LAST LIMIT 10
-- Columns as feeds, and:
--   firstAt: when the first price in that time was published
--   high: highest price [quote currency]
--   highAt: when it was published, or when its bar begins
--   low: lowest price [quote currency]
--   lowAt: when it was published, or when its bar begins
--   last: last price [quote currency]
--   place: place of the last price: 0 at the lowest, 1 at the highest; null if both are the same [fraction]
CREATE OR REPLACE {{temp}}MACRO high_low(days, adjusted := false) AS TABLE
SELECT
  priceFeedId,
  symbol,
  min(publishedAt) AS firstAt,
  max(high) AS high,
  arg_max(publishedAt, high) AS highAt,
  min(low) AS low,
  arg_min(publishedAt, low) AS lowAt,
  arg_max(price, publishedAt) AS last,
  (arg_max(price, publishedAt) - min(low)) / nullif(max(high) - min(low), 0) AS place
FROM query_table(prices_of('long', adjusted))
JOIN feed_stats USING (priceFeedId)
WHERE price IS NOT NULL AND publishedAt >= (SELECT lastPublishedAt FROM meta) - to_days(days::INTEGER)
GROUP BY priceFeedId, symbol
ORDER BY priceFeedId;
