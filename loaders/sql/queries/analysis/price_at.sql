-- The price of a feed at a time: the last one by then, unless it is older than `maxAge`. Always one row: without such a price
-- its values are null, so that a join keeps all of your rows. Repeated updates, as in a closed market, do not count.
-- A bar's close counts at the bar's end.
-- Grain: one row.
-- Source: prices, bars_1m, bars_1h, bars_1d.
-- Example: FROM price_at(1, last_update() - INTERVAL 1 HOUR, maxAge := 60)
-- Columns as prices, and:
--   publishedAt: when the price was published, or its bar begins
--   price: the price, or its bar's close [quote currency]
--   ageSeconds: how old the last price was, also where it is too old [s]
CREATE OR REPLACE {{temp}}MACRO price_at(feed, instant, maxAge := 60, resolution := 'raw', adjusted := false) AS TABLE
SELECT
  last.publishedAt AS publishedAt,
  last.price AS price,
  last.bid AS bid,
  last.ask AS ask,
  last.confidence AS confidence,
  ageSeconds
FROM (
  SELECT round((epoch_us(askedAt) - epoch_us(pricedAt)) / 1e6, 3) AS ageSeconds, CASE WHEN ageSeconds <= maxAge THEN known END AS last
  FROM (SELECT feed::BIGINT AS askedFeed, instant::TIMESTAMP AS askedAt)
  ASOF LEFT JOIN (
    SELECT
      priceFeedId,
      publishedAt + to_seconds(greatest(seconds_of(resolution) - 1e-6, 0)) AS pricedAt,
      {'publishedAt': publishedAt, 'price': price, 'bid': bid, 'ask': ask, 'confidence': confidence} AS known
    FROM query_table(prices_of(resolution, adjusted))
    WHERE price IS NOT NULL AND (ageSeconds > 1) IS NOT TRUE -- a repeat is not a new price
  ) ON askedFeed = priceFeedId AND askedAt >= pricedAt
);
