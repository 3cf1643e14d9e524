-- How often a price was within k confidences of the true price, compared with a normal and a Laplace distribution whose standard
-- deviation is the confidence. The error is |truth - price|; a price is within k if its error is at most k × its confidence.
-- The truth is the last price by `ahead` later, of the feed itself or of another one (`other`). It must not be older than
-- `maxAge` by then, and one of the feed itself must be published after the price. Updates that only repeat older ones are
-- left out. A normal variable is within k with probability erf(k / √2), a Laplace one with 1 - exp(-√2 k), 95 % at k = 2.12
-- (Johnson, Kotz and Balakrishnan 1995, Continuous Univariate Distributions, 13 and 24).
-- Formula: share = count(|truth - price| ≤ k × confidence) / count(price).
-- Grain: (priceFeedId, factor).
-- Source: prices, bars_1m, bars_1h, bars_1d, feed_stats.
-- Example: FROM confidence_coverage([1, 2], last_update() - INTERVAL 24 HOUR, last_update(), 60)
-- Columns as feeds, and:
--   factor: how many confidences
--   prices: prices that have a confidence and a truth [prices]
--   share: of these, those within the factor [fraction]
--   normal: expected of a normal distribution [fraction]
--   laplace: expected of a Laplace distribution [fraction]
CREATE OR REPLACE {{temp}}MACRO confidence_coverage(feeds, since, until, ahead, factors := [1,2.12,3], other := NULL, resolution := 'raw', session := 'open', maxAge := 60, adjusted := false) AS TABLE
WITH known AS (
  SELECT priceFeedId, publishedAt, price, confidence, is_counted(marketSession, session) AS counts
  FROM query_table(prices_of(resolution, adjusted))
  WHERE priceFeedId IN (SELECT unnest(list_append(coalesce(feeds::BIGINT[], []), other::BIGINT)))
    AND priceFeedId >= least(list_min(feeds::BIGINT[]), other) -- these spare reading others, as in carry_forward
    AND priceFeedId <= greatest(list_max(feeds::BIGINT[]), other)
    AND publishedAt >= since::TIMESTAMP - to_seconds(maxAge)
    AND publishedAt <= until::TIMESTAMP
    AND price IS NOT NULL
    AND (ageSeconds > 1) IS NOT TRUE
), points AS ( -- truths at their own times, and prices at the times of their truths
  SELECT
    priceFeedId AS trueFeedId,
    publishedAt AS instant,
    false AS asked,
    {'publishedAt': publishedAt, 'price': price, 'counts': counts} AS truth,
    NULL::BIGINT AS priceFeedId,
    NULL::TIMESTAMP AS publishedAt,
    NULL::DOUBLE AS price,
    NULL::DOUBLE AS confidence
  FROM known
  UNION ALL
  SELECT coalesce(other::BIGINT, priceFeedId), publishedAt + to_seconds(ahead), true, NULL, priceFeedId, publishedAt, price, confidence
  FROM known
  WHERE priceFeedId IN (SELECT unnest(coalesce(feeds::BIGINT[], [])))
    AND counts
    AND confidence >= 0
    AND publishedAt >= since::TIMESTAMP
    AND publishedAt <= until::TIMESTAMP - to_seconds(ahead)
), errors AS (
  SELECT priceFeedId, abs(found.price - price) AS error, confidence
  FROM (
    SELECT *, last_value(truth IGNORE NULLS) OVER (PARTITION BY trueFeedId ORDER BY instant, asked) AS found
    FROM points
  )
  WHERE asked
    AND found.counts
    AND epoch(instant) - epoch(found.publishedAt) <= maxAge
    AND (found.publishedAt > publishedAt OR trueFeedId <> priceFeedId)
), counted AS (
  SELECT
    priceFeedId,
    factor,
    count(*)::DOUBLE AS prices,
    count(*) FILTER (error <= factor * confidence * (1 + 1e-9)) / count(*) AS share -- beyond rounding
  FROM errors
  CROSS JOIN (SELECT unnest(factors::DOUBLE[]) AS factor)
  GROUP BY ALL
)
SELECT
  priceFeedId,
  symbol,
  factor,
  coalesce(prices, 0) AS prices,
  share,
  normal_share(factor) AS normal,
  1 - exp(-sqrt(2) * factor) AS laplace
FROM feed_stats
CROSS JOIN (SELECT unnest(factors::DOUBLE[]) AS factor)
LEFT JOIN counted USING (priceFeedId, factor)
WHERE priceFeedId IN (SELECT unnest(coalesce(feeds::BIGINT[], [])))
ORDER BY priceFeedId, factor;
