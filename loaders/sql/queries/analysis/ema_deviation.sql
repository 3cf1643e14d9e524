-- How far a feed's price is from its exponential moving average (EMA), and the price's next move, by step. Each step
-- takes its last own update. The next move is known only if the next step has an update too, so a gap or closed hours give
-- none.
-- Formula: deviationBps(t) = 10,000 × ln(price(t) / ema(t)); nextBps(t) = 10,000 × ln(price(t + 1) / price(t)). If the two have
-- opposite signs, the price returns to its average (Poterba and Summers 1988, Journal of Financial Economics 22).
-- Grain: publishedAt.
-- Source: prices.
-- Example: FROM ema_deviation(1, last_update() - INTERVAL 24 HOUR, last_update(), 300)
-- Columns as candles, and:
--   price: last price in the step [quote currency]
--   ema: the average that came with it [quote currency]
--   deviationBps: logarithm of price over average: above zero the price is above it [bps]
--   nextBps: logarithm of the next step's price over this one; null where that is not known [bps]
CREATE OR REPLACE {{temp}}MACRO ema_deviation(feed, since, until, step, session := 'open', adjusted := false) AS TABLE
WITH steps AS (
  SELECT
    time_bucket(to_seconds(step), publishedAt) AS startedAt,
    arg_max(price, publishedAt) AS price,
    arg_max(ema, publishedAt) AS ema
  FROM query_table(prices_of('raw', adjusted))
  WHERE priceFeedId = feed
    AND publishedAt >= since::TIMESTAMP
    AND publishedAt <= until::TIMESTAMP
    AND is_counted(marketSession, session)
    AND (ageSeconds > 1) IS NOT TRUE -- a repeat is not a new price
    AND price > 0
    AND ema > 0
  GROUP BY ALL
)
SELECT
  startedAt AS publishedAt,
  price,
  ema,
  10000 * ln(price / ema) AS deviationBps,
  CASE
    WHEN lead(startedAt) OVER ordered = startedAt + to_seconds(step) THEN 10000 * ln(lead(price) OVER ordered / price)
  END AS nextBps
FROM steps
WINDOW ordered AS (ORDER BY startedAt)
ORDER BY publishedAt;
