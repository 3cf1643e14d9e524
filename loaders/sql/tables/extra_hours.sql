-- Fields beyond the columns that updates had, by hour. Internal.
-- Grain: (priceFeedId, startedAt, field).
-- Source: feed_updates, dirty_hours.
-- Columns:
--   priceFeedId: the feed
--   startedAt: when the hour begins
--   field: name of the field, at most 100 characters
--   updates: updates that had a value of it [updates]
SELECT priceFeedId, hour AS startedAt, left(fields.key, 100) AS field, count(*)::INTEGER AS updates
FROM (
  SELECT dirty_hours.priceFeedId, hour, extra
  FROM feed_updates
  JOIN dirty_hours
    ON dirty_hours.priceFeedId = feed_updates.priceFeedId AND epoch_us(dirty_hours.hour) = hour_us(publishedAt)
  WHERE extra IS NOT NULL AND {{within}}
), json_each(extra) AS fields
WHERE fields.type <> 'NULL'
GROUP BY ALL
