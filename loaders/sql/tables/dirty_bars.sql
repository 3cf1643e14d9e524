-- The hourly bars of the days that have a dirty hour. Internal.
-- Grain: (priceFeedId, startedAt).
-- Source: bars_1h, dirty_hours.
-- Columns as bars_1h.
SELECT bars_1h.*
FROM bars_1h
SEMI JOIN dirty_hours
  ON dirty_hours.priceFeedId = bars_1h.priceFeedId
  AND time_bucket(INTERVAL 1 DAY, dirty_hours.hour) = time_bucket(INTERVAL 1 DAY, startedAt)
WHERE startedAt >= (SELECT time_bucket(INTERVAL 1 DAY, min(hour)) FROM dirty_hours)
