-- Prices at a resolution of 1 hour: each bar as one row, with the columns of prices that bars have.
-- Grain: (priceFeedId, publishedAt), the bar's start. Units as prices; price is the close, confidence the mean.
-- Source: bars_1h.
FROM bar_prices('bars_1h', 3600)
