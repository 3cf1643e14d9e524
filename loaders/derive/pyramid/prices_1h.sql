-- Prices at a resolution of 1 hour: each bar as one row, with the columns of prices that bars have.
-- Grain: (priceFeedId, publishedAt), the bar's start.
-- Source: bars_1h.
-- Columns as prices_1m.
FROM bar_prices('bars_1h', 3600)
