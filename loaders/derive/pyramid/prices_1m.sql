-- Prices at a resolution of 1 minute: each bar as one row, with the columns of prices that bars have.
-- Grain: (priceFeedId, publishedAt), the bar's start.
-- Source: bars_1m.
-- Columns as prices, bars_1m, and:
--   publishedAt: when the bar begins
--   price: the bar's close [quote currency]
--   confidence: mean of the bar's [quote currency]
--   publisherCount: fewest publishers of an update [publishers]
--   standsSeconds: for how long the bar counts: its length [s]
FROM bar_prices('bars_1m', 60)
