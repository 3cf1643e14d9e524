-- Funding rates at a resolution of 1 hour, each hour as one row, of which means over longer times can be made.
-- Grain: (priceFeedId, publishedAt), the hour's start.
-- Source: funding_1h.
-- Columns as funding_1h, and:
--   publishedAt: when the hour begins
--   rate8h: its last rate [fraction per 8 h]
--   apr: its last rate [fraction per year]
--   meanApr: mean of the rates, by the time that each stood [fraction per year]
--   standsSeconds: how much of the hour a rate stood [s]
FROM bar_rate_means('funding_1h')
