-- The regular session of each feed at the store's last update by its schedule, and when it next opens and closes.
-- Grain: priceFeedId, of feeds with a readable schedule.
-- Source: feed_schedules, meta.
-- Example: FROM market_state ORDER BY nextOpenAt, priceFeedId LIMIT 10
-- Columns as feeds, and:
--   calendarSession: regular if it was open a minute before, as the first update may take as long; else closed
--   nextOpenAt: when it opens next, within ten days; null if it does not close
--   nextCloseAt: when it closes next, within ten days; null if it does not
SELECT
  known.priceFeedId,
  CASE WHEN bool_or(opensAt < now) THEN 'regular' ELSE 'closed' END AS calendarSession,
  min(opensAt) FILTER (opensAt > now) AS nextOpenAt,
  min(closesAt) FILTER (closesAt > now AND closesAt < now + INTERVAL 10 DAY) AS nextCloseAt
FROM (
  SELECT DISTINCT priceFeedId, lastPublishedAt AS now
  FROM feed_schedules
  CROSS JOIN meta
  WHERE marketSession = 'regular' AND schedule IS NOT NULL
) AS known
LEFT JOIN LATERAL (
  SELECT opensAt, closesAt
  FROM market_hours(known.priceFeedId, now - INTERVAL 1 MINUTE, now + INTERVAL 10 DAY)
  WHERE marketSession = 'regular'
) ON true
GROUP BY known.priceFeedId
