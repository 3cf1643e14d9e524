-- What index.md shows: the store, and of each feed the last values, as a list per column, which is a third of the size of rows.
-- Numbers have the digits that are shown.

-- name: meta
FROM meta;

-- name: feeds
WITH latest AS (
  SELECT priceFeedId, arg_max(prices, publishedAt) AS last
  FROM prices
  GROUP BY priceFeedId
), changes AS ( -- from the price that stood at the start of the time, as on prices.md; none where nothing stood
  SELECT
    hours,
    priceFeedId,
    CASE
      WHEN min(publishedAt) FILTER (open IS NOT NULL) <= (SELECT lastPublishedAt FROM meta) - to_hours(hours)
        THEN round(
          finite_or_null(
            (arg_max(price, publishedAt) - arg_min(open, publishedAt)) / nullif(abs(arg_min(open, publishedAt)), 0)
          ),
          6
        )
    END AS change
  FROM (
    SELECT 1 AS hours, priceFeedId, price, open, publishedAt
    FROM carry_forward_prices(
      'prices_long',
      NULL, -- all feeds
      (SELECT lastPublishedAt - INTERVAL 1 HOUR FROM meta),
      (SELECT lastPublishedAt FROM meta)
    )
    UNION ALL
    SELECT 24, priceFeedId, price, open, publishedAt
    FROM carry_forward_prices(
      'prices_long',
      NULL, -- all feeds
      (SELECT lastPublishedAt - INTERVAL 24 HOUR FROM meta),
      (SELECT lastPublishedAt FROM meta)
    )
  )
  GROUP BY hours, priceFeedId
), board AS (
  SELECT
    priceFeedId,
    symbol,
    name,
    assetType,
    exponent,
    last.price AS price,
    hour.change AS change1h,
    day.change AS change24h,
    format('{:.5g}', spread_bps(last.bid, last.ask))::DOUBLE AS spreadBps,
    format('{:.5g}', confidence_bps(last.confidence, last.price))::DOUBLE AS confidenceBps,
    last.publisherCount AS publisherCount,
    last.marketSession AS marketSession,
    round(epoch(meta.lastPublishedAt) - epoch(last.feedUpdateTimestamp), 1) AS ageSeconds,
    is_stale(last.marketSession, epoch(meta.lastPublishedAt) - epoch(last.feedUpdateTimestamp)) AS stale
  FROM feeds
  CROSS JOIN meta
  LEFT JOIN latest USING (priceFeedId)
  LEFT JOIN changes AS hour ON hour.priceFeedId = feeds.priceFeedId AND hour.hours = 1
  LEFT JOIN changes AS day ON day.priceFeedId = feeds.priceFeedId AND day.hours = 24
  WHERE assetType IS DISTINCT FROM 'funding-rate'
)
SELECT list(COLUMNS(*) ORDER BY symbol, priceFeedId) AS "\0"
FROM board;

-- name: familiar
-- What the page leads with.
SELECT priceFeedId FROM familiar_feeds(6) ORDER BY place;

-- name: rates
WITH latest AS ( -- the last rate of each feed is in every snapshot
  SELECT priceFeedId, max_by(funding, publishedAt) AS last
  FROM funding
  WHERE rate IS NOT NULL AND publishedAt <= (SELECT lastPublishedAt FROM meta)
  GROUP BY priceFeedId
), rates AS (
  SELECT
    latest.priceFeedId AS priceFeedId,
    last.rate8h AS rate8h,
    last.apr AS apr,
    last.intervalHours AS intervalHours,
    CASE WHEN last.fundingTimestamp > last.publishedAt THEN epoch_ms(last.fundingTimestamp) END AS nextFundingAt,
    last.marketSession AS marketSession,
    feedUpdateTimestamp
  FROM latest
  LEFT JOIN prices ON prices.priceFeedId = latest.priceFeedId AND prices.publishedAt = last.publishedAt
), board AS (
  SELECT
    priceFeedId,
    symbol,
    name,
    assetType,
    rate8h,
    format('{:.6g}', apr)::DOUBLE AS apr,
    intervalHours,
    nextFundingAt,
    marketSession,
    round(epoch(meta.lastPublishedAt) - epoch(feedUpdateTimestamp), 1) AS ageSeconds,
    is_stale(marketSession, epoch(meta.lastPublishedAt) - epoch(feedUpdateTimestamp)) AS stale
  FROM feeds
  CROSS JOIN meta
  LEFT JOIN rates USING (priceFeedId)
  WHERE assetType = 'funding-rate'
)
SELECT list(COLUMNS(*) ORDER BY symbol, priceFeedId) AS "\0"
FROM board;

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
