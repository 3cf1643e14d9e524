-- Prices of several feeds as lines to compare. By `mode`: 'indexed' starts each line at 100, at the price carried forward to
-- the start of the time, or to `base`, an instant; without such a price, at the first price after it, for `base`
-- within six hours. 'difference' and 'ratio' compare each further feed with the first one, by the first feed's last price by then.
-- All lines together have about as many points as one line alone would have.
-- Formula: indexed = 100 + 100 × (p - base) / |base|; difference = 10,000 × (p - q) / |q|; ratio = p / q, where q is the first
-- feed's last price by then (previous tick: Dacorogna, Gençay, Müller, Olsen and Pictet 2001, 3.2).
-- Grain: (priceFeedId, publishedAt).
-- Source: prices, bars_1m, bars_1h, bars_1d, feed_stats.
-- Example: FROM price_comparison([1, 2], last_update() - INTERVAL 24 HOUR, last_update(), 300)
-- Columns as feeds, and:
--   publishedAt: when the update was published, or the bar begins
--   value: the index [percent], the difference [bps] or the ratio, by `mode`
CREATE OR REPLACE {{temp}}MACRO price_comparison(feeds, since, until, step, mode := 'indexed', base := NULL, resolution := 'raw', baseResolution := NULL, adjusted := false) AS TABLE
WITH shown AS MATERIALIZED (
  SELECT
    priceFeedId,
    publishedAt,
    price,
    first_value(open) OVER (PARTITION BY priceFeedId ORDER BY publishedAt) AS firstPrice,
    (feeds::BIGINT[])[1] AS main
  FROM carry_forward_prices(prices_of(resolution, adjusted), coalesce(feeds::BIGINT[], []), since, until)
  WHERE price IS NOT NULL
), bases AS (
  SELECT priceFeedId, arg_min(open, publishedAt) AS basePrice
  FROM carry_forward_prices(
    prices_of(coalesce(baseResolution, resolution), adjusted), coalesce(feeds::BIGINT[], []), base,
    base::TIMESTAMP + INTERVAL 6 HOUR
  )
  WHERE price IS NOT NULL
  GROUP BY priceFeedId
), compared AS (
  SELECT
    shown.priceFeedId AS priceFeedId,
    shown.publishedAt AS publishedAt,
    shown.price AS price,
    CASE WHEN base IS NULL THEN shown.firstPrice ELSE bases.basePrice END AS basePrice,
    mains.price AS mainPrice
  FROM shown
  LEFT JOIN bases ON bases.priceFeedId = shown.priceFeedId
  ASOF LEFT JOIN (FROM shown WHERE shown.priceFeedId = shown.main AND mode <> 'indexed') AS mains
    ON shown.main = mains.main AND shown.publishedAt >= mains.publishedAt
  WHERE mode = 'indexed' OR shown.priceFeedId <> shown.main
), steps AS (
  SELECT
    priceFeedId,
    publishedAt,
    finite_or_null(
      CASE mode
        WHEN 'difference' THEN 10000 * (price - mainPrice) / nullif(abs(mainPrice), 0)
        WHEN 'ratio' THEN price / nullif(mainPrice, 0)
        ELSE 100 + 100 * (price - basePrice) / nullif(abs(basePrice), 0)
      END
    ) AS value,
    (priceFeedId, time_bucket(to_seconds(step * lines), publishedAt)) AS bucket
  FROM compared, (SELECT count(DISTINCT priceFeedId) AS lines FROM compared)
)
SELECT
  priceFeedId,
  names.symbol AS symbol,
  publishedAt,
  value
FROM steps
JOIN feed_stats AS names USING (priceFeedId)
QUALIFY is_outermost(publishedAt, value, value, bucket)
ORDER BY priceFeedId, publishedAt;
