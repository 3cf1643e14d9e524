-- Prices at the resolution of the updates, with the columns of prices_1m, prices_1h and prices_1d.
-- Grain: (priceFeedId, publishedAt). Columns and units as prices; open, low and high are the price.
-- Source: prices.
SELECT *, price AS open, price AS low, price AS high FROM prices
