-- The rows of index.md: the store, and the last values of each feed as a list per column, a third of the size of rows.
-- Numbers have the digits that the page shows.

-- name: meta
FROM meta;

-- name: feeds
SELECT list(COLUMNS(*) ORDER BY symbol, priceFeedId) AS "\0"
FROM (
  SELECT * REPLACE (
    format('{:.5g}', change1h)::DOUBLE AS change1h,
    format('{:.5g}', change24h)::DOUBLE AS change24h,
    format('{:.5g}', spreadBps)::DOUBLE AS spreadBps,
    format('{:.5g}', confidenceBps)::DOUBLE AS confidenceBps,
    round(ageSeconds, 1) AS ageSeconds,
    epoch_ms(nextOpenAt) AS nextOpenAt,
    epoch_ms(nextCloseAt) AS nextCloseAt
  )
  FROM price_board()
);

-- name: familiar
-- What the page leads with.
SELECT priceFeedId FROM familiar_feeds(6) ORDER BY place;

-- name: rates
SELECT list(COLUMNS(*) ORDER BY symbol, priceFeedId) AS "\0"
FROM (
  SELECT * REPLACE (
    format('{:.6g}', apr)::DOUBLE AS apr,
    epoch_ms(nextFundingAt) AS nextFundingAt,
    round(ageSeconds, 1) AS ageSeconds
  )
  FROM rate_board()
);

-- name: sparks
-- The last 24 hours of each feed, a letter for each: the hour's last price or rate, from A, the lowest, to z, the highest.
WITH hourly AS (
  SELECT
    priceFeedId,
    24 - ceil((epoch(lastPublishedAt) - epoch(publishedAt) + 0.001) / 3600)::INTEGER AS hour,
    arg_max(value, publishedAt) AS value
  FROM (
    SELECT priceFeedId, publishedAt, price AS value
    FROM (
      SELECT priceFeedId, publishedAt, price FROM prices
      UNION ALL
      SELECT priceFeedId, publishedAt, price -- of hours that the snapshot does not hold update by update
      FROM prices_1h
      WHERE publishedAt < (SELECT since FROM snapshot_parts WHERE name = 'prices' AND NOT whole)
    )
    SEMI JOIN (FROM feeds WHERE assetType IS DISTINCT FROM 'funding-rate') AS priced USING (priceFeedId)
    UNION ALL
    SELECT priceFeedId, publishedAt, rate8h
    FROM (
      SELECT priceFeedId, publishedAt, rate8h FROM funding
      UNION ALL
      SELECT priceFeedId, publishedAt, rate8h
      FROM rate_means_1h
      WHERE publishedAt < (SELECT since FROM snapshot_parts WHERE name = 'funding' AND NOT whole)
    )
    SEMI JOIN (FROM feeds WHERE assetType = 'funding-rate') AS rated USING (priceFeedId)
  )
  CROSS JOIN meta
  WHERE publishedAt > lastPublishedAt - INTERVAL 24 HOUR AND publishedAt <= lastPublishedAt
  GROUP BY ALL
), levels AS (
  SELECT
    priceFeedId,
    hour,
    coalesce(finite_or_null((value - min(value) OVER feed) / nullif(max(value) OVER feed - min(value) OVER feed, 0)), 0) AS level
  FROM hourly
  WHERE value IS NOT NULL
  WINDOW feed AS (PARTITION BY priceFeedId)
), hours AS (
  SELECT
    priceFeedId,
    hour,
    substr('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 1 + round(51 * level)::INTEGER, 1) AS letter
  FROM levels
), sparks AS (
  SELECT priceFeedId, string_agg(coalesce(letter, '-'), '' ORDER BY hour) AS spark
  FROM (SELECT DISTINCT priceFeedId FROM hours)
  CROSS JOIN (SELECT unnest(range(24)) AS hour)
  LEFT JOIN hours USING (priceFeedId, hour)
  GROUP BY priceFeedId
)
SELECT list(COLUMNS(*) ORDER BY priceFeedId) AS "\0"
FROM sparks;

-- name: events
SELECT list(COLUMNS(*) ORDER BY priceFeedId) AS "\0"
FROM (SELECT priceFeedId, arg_min(rule, severity) AS event FROM events WHERE endedAt IS NULL GROUP BY priceFeedId);
