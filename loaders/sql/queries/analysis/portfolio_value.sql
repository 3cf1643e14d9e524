-- The value of a portfolio at each step: positions are a list of {priceFeedId, quantity}, such as (SELECT list(positions) FROM positions)
-- of a table with these columns; a quantity below zero is a short position. Several positions in a feed are added. A step
-- counts if every position has a price there. All prices are taken to be in one currency.
-- Formula: total = Σ quantity × price; contribution = quantity × (price - first price); drawdown = total / highest total until then - 1
-- (Bacon 2008, Practical Portfolio Performance Measurement and Attribution).
-- Grain: (publishedAt, priceFeedId).
-- Source: prices, bars_1m, bars_1h, bars_1d, feed_stats.
-- Example: FROM portfolio_value([{priceFeedId: 1, quantity: 0.5}, {priceFeedId: 2, quantity: -4}], last_update() - INTERVAL 24 HOUR, last_update(), 3600)
-- Columns as aligned_prices, and:
--   quantity: units held [units]
--   value: of the position: quantity × price [quote currency]
--   contribution: gain of the position since the first step [quote currency]
--   total: value of all positions [quote currency]
--   gain: gain of all positions since the first step [quote currency]
--   drawdown: total over its highest until then, less 1; null where the highest is not above 0 [fraction]
CREATE OR REPLACE {{temp}}MACRO portfolio_value(positions, since, until, step, resolution := 'raw', session := 'any', maxAge := 345600, adjusted := false) AS TABLE
WITH held AS (
  SELECT position.priceFeedId::BIGINT AS priceFeedId, sum(position.quantity)::DOUBLE AS quantity
  FROM (SELECT unnest(positions) AS position)
  GROUP BY ALL
), valued AS (
  SELECT
    publishedAt,
    priceFeedId,
    symbol,
    price,
    quantity,
    quantity * price AS value,
    sum(quantity * price) OVER step AS total
  FROM aligned_prices(
    (SELECT list(priceFeedId) FROM held), since, until, step, resolution := resolution, session := session,
    maxAge := maxAge, adjusted := adjusted
  )
  JOIN held USING (priceFeedId)
  WHERE price IS NOT NULL
  WINDOW step AS (PARTITION BY publishedAt)
  QUALIFY count(*) OVER step = (SELECT count(*) FROM held)
)
SELECT
  publishedAt,
  priceFeedId,
  symbol,
  price,
  quantity,
  value,
  value - first(value) OVER (PARTITION BY priceFeedId ORDER BY publishedAt) AS contribution,
  total,
  total - first(total) OVER so_far AS gain,
  CASE WHEN max(total) OVER so_far > 0 THEN total / max(total) OVER so_far - 1 END AS drawdown
FROM valued
WINDOW so_far AS (ORDER BY publishedAt)
ORDER BY publishedAt, priceFeedId;
