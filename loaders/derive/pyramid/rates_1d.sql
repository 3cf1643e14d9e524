-- Funding rates at a resolution of 1 day, to be drawn as a line: of each day the first, the lowest, the highest and the
-- last, as they were published.
-- Grain: (priceFeedId, publishedAt).
-- Source: funding_1d.
-- Columns as funding, and:
--   standsSeconds: how long a day is [s]
FROM bar_rates('funding_1d', 86400)
