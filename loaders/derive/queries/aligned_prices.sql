-- Prices of feeds on one clock: of each whole step of the time the last price in it; or else the one that stood before, where
-- at the step's end it is no older than `stands` and the market did not close since (previous-tick interpolation: Dacorogna,
-- Gençay, Müller, Olsen and Pictet 2001, An Introduction to High-Frequency Finance, 3.2). What closed hours repeat is no
-- price. A bar's close counts as of its end, so that updates and bars say the same; a step is at least a bar long.
-- Grain: (priceFeedId, publishedAt): a row for each step of each feed.
-- Source: prices, bars_1m, bars_1h, bars_1d, feed_stats.
-- Example: FROM aligned_prices([1, 2], last_update() - INTERVAL 24 HOUR, last_update(), 3600)
-- Columns:
--   priceFeedId: the feed
--   symbol: its symbol
--   publishedAt: when the step begins
--   price: last price before the step ends; null where none stands [quote currency]
--   ageSeconds: how old it is when the step ends [s]
--   seconds: length of the step [s]
CREATE OR REPLACE MACRO aligned_prices(feeds, since, until, step, resolution := 'raw', session := 'open', stands := 900) AS TABLE
WITH known AS ( -- of each step that has rows its last price, and whether the session counted to the end
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
    FROM query_table('prices_' || resolution)
    WHERE priceFeedId IN (SELECT unnest(coalesce(feeds::BIGINT[], [])))
      AND priceFeedId >= list_min(feeds::BIGINT[]) -- these spare reading others, as in carry_forward
      AND priceFeedId <= list_max(feeds::BIGINT[])
      AND publishedAt >= since::TIMESTAMP - to_seconds(greatest(step, stands, seconds_of(resolution)) + seconds_of(resolution))
      AND publishedAt < until::TIMESTAMP
  )
  GROUP BY ALL
), clock AS (
  SELECT
    priceFeedId,
    symbol,
    greatest(step, seconds_of(resolution))::DOUBLE AS seconds,
    unnest(
      generate_series(
        time_bucket(to_seconds(seconds), since::TIMESTAMP - to_seconds(greatest(stands, 0.000001))),
        until::TIMESTAMP - to_seconds(seconds),
        to_seconds(seconds)
      )
    ) AS publishedAt
  FROM feed_stats
  WHERE priceFeedId IN (SELECT unnest(coalesce(feeds::BIGINT[], [])))
)
SELECT
  priceFeedId,
  symbol,
  publishedAt,
  CASE WHEN stood THEN lastPrice END AS price,
  CASE WHEN stood THEN round(age, 3) END AS ageSeconds,
  seconds
FROM (
  SELECT
    *,
    last_value(price IGNORE NULLS) OVER passed AS lastPrice,
    epoch(publishedAt) + seconds - epoch(last_value(pricedAt IGNORE NULLS) OVER passed) AS age,
    price IS NOT NULL OR (age <= stands AND last_value(open IGNORE NULLS) OVER passed) AS stood
  FROM clock
  LEFT JOIN known USING (priceFeedId, publishedAt)
  WINDOW passed AS (PARTITION BY priceFeedId ORDER BY publishedAt)
)
WHERE publishedAt >= since::TIMESTAMP
ORDER BY priceFeedId, publishedAt;
