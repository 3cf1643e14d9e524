-- OHLC bars of 1 second, computed from the updates by each query. They are not stored, as they can be as many as the updates.
-- Grain: (priceFeedId, startedAt).
-- Source: prices.
-- Example: SELECT startedAt, close, updates FROM bars_1s WHERE priceFeedId = 1 ORDER BY startedAt DESC LIMIT 10
-- Columns as bars_1m.
SELECT feed AS priceFeedId, time AS startedAt, * EXCLUDE (feed, time)
FROM bars_of('prices', priceFeedId, time_bucket(INTERVAL 1 SECOND, publishedAt))
