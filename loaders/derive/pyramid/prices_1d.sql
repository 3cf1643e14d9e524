-- Prices at a resolution of 1 day: each bar as one row, with the columns of prices that bars have.
-- Grain: (priceFeedId, publishedAt), the bar's start.
-- Source: bars_1d.
-- Columns as prices_1m.
FROM bar_prices('bars_1d', 86400)
