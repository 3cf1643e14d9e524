-- How far a feed's price is below its highest since the start of a time, as a line: of each step the first, the last, the
-- lowest and the highest row. A bar's low is compared with the highest price before it, or with its open, as the order
-- within a bar is not known.
-- Formula: drawdown(t) = price(t) / max(price(s), s ≤ t) - 1 (Magdon-Ismail and Atiya 2004, Maximum Drawdown, Risk 17).
-- Grain: publishedAt.
-- Source: prices, bars_1m, bars_1h, bars_1d.
-- Example: FROM drawdown_line(1, last_update() - INTERVAL 24 HOUR, last_update(), 300)
-- Columns as price_line, and:
--   price: price, or the bar's lowest [quote currency]
--   peak: highest price until then [quote currency]
--   drawdown: price over the peak, less 1: 0 at a peak; null where one of them is not above 0 [fraction]
CREATE OR REPLACE {{temp}}MACRO drawdown_line(feed, since, until, step, resolution := 'raw', adjusted := false) AS TABLE
SELECT publishedAt, price, peak, drawdown
FROM (
  SELECT *, time_bucket(to_seconds(step), publishedAt) AS bucket
  FROM drawdowns([feed::BIGINT], since, until, resolution, adjusted)
)
QUALIFY is_outermost(publishedAt, drawdown, drawdown, bucket)
ORDER BY publishedAt;
