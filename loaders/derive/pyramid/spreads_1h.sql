-- Spreads at a resolution of 1 hour: each bar as one row, with the columns of spreads that bars have.
-- Grain: (priceFeedId, publishedAt), the bar's start.
-- Source: bars_1h.
-- Columns as spreads_1m.
FROM bar_spreads('bars_1h', 3600)
