-- The fields beyond the columns that updates of dirty hours had. Internal.
-- Grain: none.
-- Source: feed_updates, dirty_hours.
-- Columns:
--   priceFeedId: the feed
--   hour: when the hour begins
--   extra: the fields, as in feed_updates
SELECT dirty_hours.priceFeedId, hour, extra
FROM feed_updates
JOIN dirty_hours
  ON dirty_hours.priceFeedId = feed_updates.priceFeedId AND epoch_us(dirty_hours.hour) = hour_us(publishedAt)
WHERE extra IS NOT NULL AND {{within}}
