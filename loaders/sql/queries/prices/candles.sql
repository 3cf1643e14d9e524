-- Candles of a feed's price for steps of any length, from a millisecond to weeks. A candle goes from the first price of its
-- step to the last; the candles at both ends use only prices in the time range. Steps without a price have no candle.
-- Formula: of the prices p in a step: open = first p, high = max p, low = min p, close = last p (Garman and Klass 1980,
-- Journal of Business 53).
-- Grain: publishedAt.
-- Source: prices, bars_1m, bars_1h, bars_1d.
-- Example: FROM candles(1, last_update() - INTERVAL 24 HOUR, last_update(), 3600)
-- Columns as bars_1m, prices, and:
--   publishedAt: when the step begins
--   ema: last exponential moving average; null of bars [quote currency]
--   emaConfidence: ± of the EMA; null of bars [quote currency]
--   seconds: length of the step [s]
CREATE OR REPLACE {{temp}}MACRO candles(feed, since, until, step, resolution := 'raw', closed := 'shown', adjusted := false) AS TABLE
SELECT
  time_bucket(to_seconds(step), publishedAt) AS publishedAt,
  arg_min(open, prices.publishedAt) AS open,
  max(high) AS high,
  min(low) AS low,
  arg_max(price, prices.publishedAt) AS close,
  arg_max(confidence, prices.publishedAt) AS confidence,
  arg_max(ema, prices.publishedAt) AS ema,
  arg_max(emaConfidence, prices.publishedAt) AS emaConfidence,
  last_session(marketSession, prices.publishedAt) AS marketSession,
  step::DOUBLE AS seconds
FROM carry_forward_prices(prices_of(resolution, adjusted), [feed::BIGINT], since, until) AS prices
WHERE price IS NOT NULL AND (closed IS DISTINCT FROM 'skipped' OR marketSession IS DISTINCT FROM 'closed')
GROUP BY ALL
ORDER BY 1;
