-- Funding rates at a resolution of 1 hour, to be drawn as a line: of each hour the first, the lowest, the highest and the
-- last, as they were published.
-- Grain: (priceFeedId, publishedAt).
-- Source: funding_1h.
-- Columns as funding, and:
--   standsSeconds: how long an hour is [s]
FROM bar_rates('funding_1h', 3600)
