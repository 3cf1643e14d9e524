-- How far a feed's price is from another's, update by update: each price of the feed beside the other feed's last price by
-- then (an ASOF join), if that is at most `maxAge` old or in the bar of the same start. Repeated updates are left
-- out; bars include them.
-- Formula: differenceBps = 10,000 × (p - q) / |q|, where q is the other's last price by then (previous tick: Dacorogna,
-- Gençay, Müller, Olsen and Pictet 2001, An Introduction to High-Frequency Finance, 3.2).
-- Grain: publishedAt.
-- Source: prices, bars_1m, bars_1h, bars_1d.
-- Example: FROM price_difference(8, 9, last_update() - INTERVAL 1 HOUR, last_update())
-- Columns:
--   publishedAt: when the feed's price was published, or its bar begins
--   price: the feed's price, or its bar's close [quote currency]
--   otherPrice: the other feed's; null where none is recent enough [quote currency]
--   otherAgeSeconds: how long before the feed's price it was published [s]
--   difference: price less the other's [quote currency]
--   differenceBps: 10,000 × (price - other's) / |other's|: above zero the feed is the dearer one [bps]
CREATE OR REPLACE {{temp}}MACRO price_difference(feed, other, since, until, resolution := 'raw', session := 'open', maxAge := 60, adjusted := false) AS TABLE
WITH known AS (
  SELECT
    priceFeedId,
    publishedAt,
    price,
    counts,
    CASE WHEN priceFeedId = other THEN {'publishedAt': publishedAt, 'price': price, 'counts': counts} END AS others
  FROM (SELECT *, is_counted(marketSession, session) AS counts FROM query_table(prices_of(resolution, adjusted)))
  WHERE (priceFeedId = feed OR priceFeedId = other)
    AND priceFeedId >= least(feed, other)
    AND priceFeedId <= greatest(feed, other)
    AND publishedAt >= since::TIMESTAMP - to_seconds(maxAge)
    AND publishedAt <= until::TIMESTAMP
    AND price IS NOT NULL
    AND ((ageSeconds > 1) IS NOT TRUE OR NOT counts) -- a repeat is not a new price
)
SELECT
  publishedAt,
  price,
  beside.price AS otherPrice,
  epoch(publishedAt) - epoch(beside.publishedAt) AS otherAgeSeconds,
  finite_or_null(price - beside.price) AS difference,
  finite_or_null(10000 * (price - beside.price) / nullif(abs(beside.price), 0)) AS differenceBps
FROM (
  SELECT
    publishedAt,
    price,
    CASE WHEN beside.counts AND epoch(publishedAt) - epoch(beside.publishedAt) <= maxAge THEN beside END AS beside
  FROM (
    SELECT *, last_value(others IGNORE NULLS) OVER (ORDER BY publishedAt) AS beside -- also if both are of one instant
    FROM known
  )
  WHERE priceFeedId = feed AND counts AND publishedAt >= since::TIMESTAMP
)
ORDER BY publishedAt;
