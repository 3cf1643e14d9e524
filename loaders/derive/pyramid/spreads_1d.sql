-- Spreads at a resolution of 1 day: each bar as one row, with the columns of spreads that bars have.
-- Grain: (priceFeedId, publishedAt), the bar's start.
-- Source: bars_1d.
-- Columns as spreads_1m.
FROM bar_spreads('bars_1d', 86400)
