-- Prices of several feeds as lines that start at 100: at the price carried forward to the start of the time, or else at their
-- first price in it. All lines together have about as many points as one line alone would have.
-- Grain: (priceFeedId, publishedAt).
-- Source: prices, bars_1m, bars_1h, bars_1d, feed_stats.
-- Example: FROM price_index([1, 2], last_update() - INTERVAL 24 HOUR, last_update(), 300)
-- Columns as feeds, and:
--   publishedAt: when the update was published, or the bar begins
--   index: price over the first price [percent]
CREATE OR REPLACE {{temp}}MACRO price_index(feeds, since, until, step, resolution := 'raw') AS TABLE
WITH shown AS (
  SELECT
    priceFeedId,
    publishedAt,
    price,
    first_value(open) OVER (PARTITION BY priceFeedId ORDER BY publishedAt) AS base
  FROM carry_forward_prices('prices_' || resolution, coalesce(feeds::BIGINT[], []), since, until)
  WHERE price IS NOT NULL
), steps AS (
  SELECT *, (priceFeedId, time_bucket(to_seconds(step * lines), publishedAt)) AS bucket
  FROM shown, (SELECT count(DISTINCT priceFeedId) AS lines FROM shown)
)
SELECT
  priceFeedId,
  names.symbol AS symbol,
  publishedAt,
  finite_or_null(100 + 100 * (price - base) / nullif(abs(base), 0)) AS "index"
FROM steps
JOIN feed_stats AS names USING (priceFeedId)
QUALIFY is_outermost(publishedAt, price, price, bucket)
ORDER BY priceFeedId, publishedAt;
