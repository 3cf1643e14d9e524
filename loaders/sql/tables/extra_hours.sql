-- Fields beyond the columns that updates had, by hour. Internal.
-- Grain: (priceFeedId, startedAt, field).
-- Source: dirty_extras.
-- Columns:
--   priceFeedId: the feed
--   startedAt: when the hour begins
--   field: name of the field, at most 100 characters
--   updates: updates that had a value of it [updates]
SELECT priceFeedId, hour AS startedAt, left(field, 100) AS field, count(*)::INTEGER AS updates
FROM (SELECT priceFeedId, hour, unnest(json_keys(extra)) AS field FROM dirty_extras)
GROUP BY ALL
