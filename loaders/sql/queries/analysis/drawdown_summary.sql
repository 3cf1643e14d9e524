-- The greatest drawdown of each feed over a time: how far the price fell from the highest that it had before (Magdon-Ismail
-- and Atiya 2004, Maximum Drawdown, Risk 17), since when, and when it was back.
-- Formula: drawdown = min over t of price(t) / max(price(s), s ≤ t) - 1.
-- Grain: priceFeedId; a feed without prices has no row.
-- Source: prices, bars_1m, bars_1h, bars_1d, feed_stats.
-- Example: FROM drawdown_summary([1, 2], last_update() - INTERVAL 24 HOUR, last_update())
-- Columns as feeds, and:
--   drawdown: lowest price over the peak before it, less 1; 0 where it never fell; prices of 0 and below do not count [fraction]
--   peak: the highest price before it fell [quote currency]
--   peakAt: when it last had that price
--   trough: the lowest price after that [quote currency]
--   troughAt: when it first had that price
--   recoveredAt: when it was back at the peak; null if it was not
CREATE OR REPLACE {{temp}}MACRO drawdown_summary(feeds, since, until, resolution := 'raw', adjusted := false) AS TABLE
WITH fallen AS MATERIALIZED (
  FROM drawdowns(feeds, since, until, resolution, adjusted)
), worst AS (
  SELECT
    priceFeedId,
    min(drawdown) AS drawdown,
    arg_min(peak, (drawdown, publishedAt)) FILTER (drawdown < 0) AS peak,
    arg_min(price, (drawdown, publishedAt)) FILTER (drawdown < 0) AS trough,
    arg_min(publishedAt, (drawdown, publishedAt)) FILTER (drawdown < 0) AS troughAt
  FROM fallen
  GROUP BY priceFeedId
)
SELECT
  priceFeedId,
  any_value(symbol) AS symbol,
  any_value(worst.drawdown) AS drawdown,
  any_value(worst.peak) AS peak,
  coalesce(max(publishedAt) FILTER (publishedAt < troughAt AND high >= worst.peak), any_value(troughAt)) AS peakAt,
  any_value(trough) AS trough,
  any_value(troughAt) AS troughAt,
  min(publishedAt) FILTER (publishedAt > troughAt AND high >= worst.peak) AS recoveredAt
FROM fallen
JOIN worst USING (priceFeedId)
JOIN feed_stats USING (priceFeedId)
GROUP BY priceFeedId
ORDER BY priceFeedId;
