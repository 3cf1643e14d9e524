-- Spreads at a resolution of 1 hour: each bar as one row, with the columns of spreads that bars have.
-- Grain: (priceFeedId, publishedAt), the bar's start. Units as spreads; spreadBps is the median, crossed and locked count
-- books, which are in no other figure.
-- Source: bars_1h.
FROM bar_spreads('bars_1h', 3600)
