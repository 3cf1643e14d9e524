-- What index.md shows: the store and one row per feed.

-- name: meta
FROM meta;

-- name: feeds
WITH latest AS (
  SELECT priceFeedId, arg_max(prices, publishedAt) AS last
  FROM prices
  GROUP BY priceFeedId
), day AS ( -- the 24 hours up to the store's last update, from the price that stood at their start, as prices.md
  SELECT
    priceFeedId,
    finite_or_null(arg_max(price, publishedAt) / nullif(arg_min(price, publishedAt), 0) - 1) AS change24h
  FROM standing(
    'prices_long',
    (SELECT list(priceFeedId) FROM feeds),
    (SELECT lastPublishedAt - INTERVAL 24 HOUR FROM meta),
    (SELECT lastPublishedAt FROM meta)
  )
  GROUP BY priceFeedId
), spark AS (
  SELECT priceFeedId, list(price ORDER BY bucket) AS spark
  FROM (
    SELECT priceFeedId, time_bucket(INTERVAL 30 MINUTE, publishedAt) AS bucket, arg_max(price, publishedAt) AS price
    FROM prices_long, meta
    WHERE publishedAt > lastPublishedAt - INTERVAL 24 HOUR
    GROUP BY ALL
  )
  GROUP BY priceFeedId
), rates AS (
  SELECT priceFeedId, arg_max(rate8h, publishedAt) AS rate8h
  FROM funding
  GROUP BY priceFeedId
)
SELECT
  priceFeedId,
  symbol,
  name,
  assetType,
  exponent,
  feeds.updates,
  feeds.lastPublishedAt,
  last.price AS price,
  change24h,
  spark,
  finite_or_null(10000 * (last.ask - last.bid) / nullif(abs(last.mid), 0)) AS spreadBps,
  finite_or_null(10000 * last.confidence / nullif(abs(last.price), 0)) AS confidenceBps,
  last.publisherCount AS publisherCount,
  last.marketSession AS marketSession,
  epoch(meta.lastPublishedAt) - epoch(coalesce(last.feedUpdateTimestamp, last.publishedAt)) AS ageSeconds,
  rate8h
FROM feeds
CROSS JOIN meta
LEFT JOIN latest USING (priceFeedId)
LEFT JOIN day USING (priceFeedId)
LEFT JOIN spark USING (priceFeedId)
LEFT JOIN rates USING (priceFeedId)
ORDER BY assetType = 'funding-rate', assetType, symbol, priceFeedId;
