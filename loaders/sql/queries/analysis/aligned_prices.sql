-- Prices of feeds at common times: for each whole step the last price in it, or else the previous price, unless at the step's
-- end it is older than `maxAge` or the market closed since (previous-tick interpolation: Dacorogna,
-- Gençay, Müller, Olsen and Pictet 2001, An Introduction to High-Frequency Finance, 3.2). Repeated updates
-- and closed hours do not count (bars include repeats). A bar's close counts at the bar's end, so that updates and bars
-- agree, except that a market that closes within a bar stays open until the next bar. A step is at least a bar long.
-- Grain: (priceFeedId, publishedAt): a row for each step of each feed.
-- Source: prices, bars_1m, bars_1h, bars_1d, feed_stats.
-- Example: FROM aligned_prices([1, 2], last_update() - INTERVAL 24 HOUR, last_update(), 3600)
-- Columns as feeds, and:
--   publishedAt: when the step begins
--   price: last price before the step ends; null where none is recent enough [quote currency]
--   ageSeconds: how old it is when the step ends [s]
--   seconds: length of the step [s]
CREATE OR REPLACE {{temp}}MACRO aligned_prices(feeds, since, until, step, resolution := 'raw', session := 'open', maxAge := 900, adjusted := false) AS TABLE
WITH clock AS (
  SELECT
    greatest(step, seconds_of(resolution))::DOUBLE AS seconds,
    to_seconds(greatest(step, seconds_of(resolution))) AS length,
    since::TIMESTAMP - to_microseconds(1) AS first,
    until::TIMESTAMP AS last
), known AS ( -- of each step that has rows its last price, and whether the session counted to the end
  SELECT
    priceFeedId,
    time_bucket(to_seconds(greatest(step, seconds_of(resolution))), instant) AS publishedAt,
    arg_max(price, instant) FILTER (counts) AS price,
    max(instant) FILTER (counts AND price IS NOT NULL) AS pricedAt,
    arg_max(counts, instant) AS open
  FROM (
    SELECT
      priceFeedId,
      price,
      publishedAt + to_seconds(greatest(seconds_of(resolution) - 1e-6, 0)) AS instant,
      is_counted(marketSession, session) AS counts
    FROM query_table(prices_of(resolution, adjusted))
    WHERE priceFeedId IN (SELECT unnest(coalesce(feeds::BIGINT[], [])))
      AND priceFeedId >= list_min(feeds::BIGINT[]) -- these spare reading others, as in carry_forward
      AND priceFeedId <= list_max(feeds::BIGINT[])
      AND publishedAt >= since::TIMESTAMP - to_seconds(greatest(step, maxAge, seconds_of(resolution)) + seconds_of(resolution))
      AND publishedAt < until::TIMESTAMP
      AND (price IS NOT NULL AND (ageSeconds > 1) IS NOT TRUE OR NOT is_counted(marketSession, session)) -- a repeat is not a new price
  )
  GROUP BY ALL
), carried AS ( -- and the steps that have it
  SELECT priceFeedId, price, pricedAt, unnest(generate_series(publishedAt, endedAt, length)) AS publishedAt
  FROM (
    SELECT
      *,
      CASE WHEN open THEN greatest(publishedAt, least(nextAt, pricedAt + to_seconds(maxAge), last) - length)
        ELSE publishedAt END AS endedAt
    FROM (SELECT *, lead(publishedAt) OVER (PARTITION BY priceFeedId ORDER BY publishedAt) AS nextAt FROM known)
    CROSS JOIN clock
  )
  WHERE price IS NOT NULL
)
SELECT
  priceFeedId,
  symbol,
  publishedAt,
  price,
  round(epoch(publishedAt) + seconds - epoch(pricedAt), 3) AS ageSeconds,
  seconds
FROM (
  SELECT priceFeedId, symbol, seconds, unnest(generate_series(time_bucket(length, first) + length, last - length, length)) AS publishedAt
  FROM feed_stats
  CROSS JOIN clock
  WHERE priceFeedId IN (SELECT unnest(coalesce(feeds::BIGINT[], [])))
)
LEFT JOIN carried USING (priceFeedId, publishedAt)
ORDER BY priceFeedId, publishedAt;
