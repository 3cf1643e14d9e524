-- OHLC bars of 1 hour of the touched hours.
-- Grain: (priceFeedId, startedAt). Columns and units as bars_1m; spreadBins counts the books by spread_bin, so that the
-- distribution of any longer time can be added up.
SELECT bars.*, spreadBins
FROM bars_of('touched_prices', INTERVAL 1 HOUR) AS bars
LEFT JOIN (
  SELECT
    priceFeedId,
    time_bucket(INTERVAL 1 HOUR, publishedAt) AS startedAt,
    histogram(spread_bin(spread_bps(bid, ask))) AS spreadBins
  FROM touched_prices
  WHERE ask > bid
  GROUP BY ALL
) USING (priceFeedId, startedAt)
