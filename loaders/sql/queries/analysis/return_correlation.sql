-- Pearson's correlation of the log returns of each two feeds, over the steps in which both have a return. With short steps,
-- prices that do not change between updates pull it to zero (Epps 1979, JASA 74): use steps that are many times as long as
-- the time between updates.
-- Formula: correlation = Σ (a - mean a)(b - mean b) / √(Σ (a - mean a)² × Σ (b - mean b)²) of the log returns a and b
-- (Pearson 1895, Proceedings of the Royal Society 58).
-- Grain: (priceFeedId, otherFeedId): each pair both ways round, and each feed with itself.
-- Source: prices, bars_1m, bars_1h, bars_1d, feed_stats.
-- Example: FROM return_correlation([1, 2, 6], last_update() - INTERVAL 24 HOUR, last_update(), 3600)
-- Columns:
--   priceFeedId: a feed
--   symbol: its symbol
--   otherFeedId: the feed that it is compared with
--   otherSymbol: its symbol
--   returns: steps in which both have a return [returns]
--   correlation: from -1 to 1; null of fewer than two returns, and where one of them never moved [correlation]
CREATE OR REPLACE {{temp}}MACRO return_correlation(feeds, since, until, step, resolution := 'raw', session := 'open', adjusted := false) AS TABLE
WITH returns AS MATERIALIZED (
  FROM log_returns(feeds, since, until, step, resolution := resolution, session := session, adjusted := adjusted)
)
SELECT
  one.priceFeedId AS priceFeedId,
  one.symbol AS symbol,
  other.priceFeedId AS otherFeedId,
  other.symbol AS otherSymbol,
  count(one.logReturn + other.logReturn)::DOUBLE AS returns,
  round(finite_or_null(corr(one.logReturn, other.logReturn)), 15) AS correlation -- so that a feed with itself has exactly 1
FROM returns AS one
JOIN returns AS other USING (publishedAt)
GROUP BY ALL
ORDER BY ALL;
