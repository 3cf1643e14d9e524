-- Mean and quantiles of any figure of feeds, by the time that each of its values was valid: until the next row, at most for
-- its validSeconds: 15 minutes of an update, the interval of a funding rate, the length of a bar. So a burst of updates
-- counts no more than the time it took; the mean of price is the time-weighted average price. A quantile is the least value that
-- the figure did not exceed for this share of the time. `source` names prices_raw, adjusted_raw, spreads_raw, rate_means_raw or the
-- same of 1m, 1h or 1d; `amount` is a column of it, or an expression of some: CASE WHEN marketSession <> 'closed' THEN price END
-- leaves closed hours out. A time in which it is null does not count.
-- Formula: mean = Σ value × seconds / Σ seconds; quantile q = min(x, where the seconds of values ≤ x are q of all) (Hyndman
-- and Fan 1996, The American Statistician 50, definition 1, with weights).
-- Grain: (priceFeedId, quantile); a feed without a value has no row.
-- Source: prices, spreads, funding, bars_1m, bars_1h, bars_1d, funding_1h, funding_1d, feed_stats.
-- Example: FROM time_weighted('spreads_raw', spreadBps, [1, 2], last_update() - INTERVAL 24 HOUR, last_update())
-- Columns as feeds, and:
--   hours: time in which the figure had a value [h]
--   mean: mean of the values, by the time that each was valid [unit of the amount]
--   quantile: share of the time [fraction]
--   amount: its greatest value in that share [unit of the amount]
CREATE OR REPLACE {{temp}}MACRO time_weighted(source, amount, feeds, since, until, quantiles := [0.05,0.5,0.95]) AS TABLE
WITH held AS (
  SELECT priceFeedId, figure, sum(seconds) AS seconds
  FROM (
    SELECT priceFeedId, finite_or_null((amount)::DOUBLE) AS figure, seconds
    FROM carry_forward(source, coalesce(feeds::BIGINT[], []), since, until)
  )
  WHERE seconds > 0 AND figure IS NOT NULL
  GROUP BY ALL
), ranked AS (
  SELECT *, share_until(figure, seconds, priceFeedId) AS share FROM held
)
SELECT
  priceFeedId,
  symbol,
  -- A row at the very end counts a millisecond.
  least(sum(seconds), (epoch_us(until::TIMESTAMP) - epoch_us(since::TIMESTAMP)) / 1e6) / 3600 AS hours,
  sum(figure * seconds) / sum(seconds) AS mean,
  quantile,
  min(figure) FILTER (share >= quantile - 1e-9) AS "amount"
FROM ranked
CROSS JOIN (SELECT unnest(quantiles::DOUBLE[]) AS quantile)
JOIN feed_stats USING (priceFeedId)
GROUP BY ALL
ORDER BY priceFeedId, quantile;
