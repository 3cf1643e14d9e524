-- OHLC bars of 1 second, made of the updates when asked for: at one update a second they are as many as the updates.
-- Grain: (priceFeedId, startedAt). Columns and units as bars_1m.
FROM bars_of('prices', INTERVAL 1 SECOND)
