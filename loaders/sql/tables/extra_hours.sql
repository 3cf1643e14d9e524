-- Fields beyond the columns that updates had, by hour. Internal.
-- Grain: (priceFeedId, startedAt, field).
-- Source: dirty_extras.
-- Columns:
--   priceFeedId: the feed
--   startedAt: when the hour begins
--   field: name of the field, at most 100 characters
--   updates: updates that had a value of it [updates]
SELECT priceFeedId, hour AS startedAt, left(fields.key, 100) AS field, count(*)::INTEGER AS updates
FROM dirty_extras, json_each(extra) AS fields
WHERE fields.type <> 'NULL'
GROUP BY ALL
