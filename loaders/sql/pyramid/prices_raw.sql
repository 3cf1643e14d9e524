-- Prices at the resolution of the updates, with the columns of prices_1m, prices_1h and prices_1d.
-- Grain: (priceFeedId, publishedAt).
-- Source: prices.
-- Columns as prices, and:
--   open: the price [quote currency]
--   low: the price [quote currency]
--   high: the price [quote currency]
SELECT *, price AS open, price AS low, price AS high FROM prices
