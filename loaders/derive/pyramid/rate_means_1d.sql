-- Funding rates at a resolution of 1 day, each day as one row, of which means over longer times can be made.
-- Grain: (priceFeedId, publishedAt), the day's start.
-- Source: funding_1d.
-- Columns as rate_means_1h, and:
--   publishedAt: when the day begins
--   intervalHours: the funding interval at its end [h]
--   standsSeconds: how much of the day a rate stood [s]
FROM bar_rate_means('funding_1d')
