-- Funding rates at the resolution of the updates, to draw as a line.
-- Grain: (priceFeedId, publishedAt).
-- Source: funding.
-- Columns as funding.
SELECT priceFeedId, publishedAt, rate8h, apr, validSeconds FROM funding
