-- A feed's price as a line: of each step the first, the last, the lowest and the highest row, so that no spike is lost.
-- The price before the time is carried forward to its start. Bars have no bid, no ask and no EMA.
-- Grain: publishedAt.
-- Source: prices, bars_1m, bars_1h, bars_1d.
-- Example: FROM price_line(1, last_update() - INTERVAL 24 HOUR, last_update(), 300)
-- Columns as prices_raw, and:
--   publishedAt: when the update was published, or the bar begins
--   price: price, or the bar's close [quote currency]
--   low: the price, or the bar's lowest [quote currency]
--   high: the price, or the bar's highest [quote currency]
--   publisherCount: publishers, of a bar the fewest [publishers]
CREATE OR REPLACE {{temp}}MACRO price_line(feed, since, until, step, resolution := 'raw', adjusted := false) AS TABLE
SELECT
  publishedAt,
  price,
  low,
  high,
  bid,
  ask,
  confidence,
  ema,
  emaConfidence,
  publisherCount,
  marketSession
FROM (
  SELECT *, time_bucket(to_seconds(step), publishedAt) AS bucket
  FROM carry_forward_prices(prices_of(resolution, adjusted), [feed::BIGINT], since, until)
)
QUALIFY is_outermost(publishedAt, low, high, bucket)
ORDER BY publishedAt;
