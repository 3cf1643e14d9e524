-- Prices at a resolution of 1 day: each bar as one row, with the columns of prices that bars have.
-- Grain: (priceFeedId, publishedAt), the bar's start. Units as prices; price is the close, confidence the mean.
-- Source: bars_1d.
FROM bar_prices('bars_1d', 86400)
