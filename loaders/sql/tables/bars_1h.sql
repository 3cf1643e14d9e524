-- OHLC bars of 1 hour (UTC).
-- Grain: (priceFeedId, startedAt).
-- Source: prices.
-- Example: SELECT startedAt, close, medianSpreadBps FROM bars_1h WHERE priceFeedId = 1 ORDER BY startedAt DESC LIMIT 24
-- Columns as bars_1m, and:
--   spreadBins: books by spread_bin, so that the distribution of any longer time can be added up [updates]
SELECT priceFeedId, hour AS startedAt, bars.* EXCLUDE (feed, time, spreadBins), spreadBins
FROM binned_bars_of('dirty_prices', slot, 0) AS bars
JOIN dirty_hours ON dirty_hours.slot = bars.feed
