-- A feed's price as a line: of each step the first, the last, the lowest and the highest row, so that no spike is lost.
-- The price before the time is carried forward to its start.
-- Grain: publishedAt.
-- Source: prices, bars_1m, bars_1h, bars_1d.
-- Example: FROM price_line(1, last_update() - INTERVAL 24 HOUR, last_update(), 300)
-- Columns:
--   publishedAt: when the update was published, or the bar begins
--   price: price, or the bar's close [quote currency]
--   low: the price, or the bar's lowest [quote currency]
--   high: the price, or the bar's highest [quote currency]
--   bid: best bid; null of bars [quote currency]
--   ask: best ask; null of bars [quote currency]
--   confidence: ± of the price, mean of a bar's [quote currency]
--   ema: exponential moving average; null of bars [quote currency]
--   emaConfidence: ± of the EMA; null of bars [quote currency]
--   publisherCount: publishers, of a bar the fewest [publishers]
--   marketSession: the market's session
CREATE OR REPLACE {{temp}}MACRO price_line(feed, since, until, step, resolution := 'raw') AS TABLE
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
  FROM carry_forward_prices('prices_' || resolution, [feed::BIGINT], since, until)
)
QUALIFY is_outermost(publishedAt, low, high, bucket)
ORDER BY publishedAt;
