-- The regular session of each feed at an instant by its schedule, and when it next opens and closes.
-- Grain: priceFeedId, of feeds with a readable schedule.
-- Source: feed_schedules.
-- Example: FROM market_now(last_update()) ORDER BY nextOpenAt, priceFeedId LIMIT 10
-- Columns as feeds, and:
--   calendarSession: regular if it was open a minute before, as the first update may take as long; else closed
--   nextOpenAt: when it opens next, within ten days; null if it does not close
--   nextCloseAt: when it closes next, within ten days; null if it does not
CREATE OR REPLACE {{temp}}MACRO market_now(instant) AS TABLE
SELECT
  known.priceFeedId,
  CASE WHEN bool_or(opensAt < instant::TIMESTAMP) THEN 'regular' ELSE 'closed' END AS calendarSession,
  min(opensAt) FILTER (opensAt > instant::TIMESTAMP) AS nextOpenAt,
  min(closesAt) FILTER (
    closesAt > instant::TIMESTAMP AND closesAt < instant::TIMESTAMP + INTERVAL 10 DAY
  ) AS nextCloseAt
FROM (SELECT DISTINCT priceFeedId FROM feed_schedules WHERE marketSession = 'regular' AND schedule IS NOT NULL) AS known
LEFT JOIN LATERAL (
  SELECT opensAt, closesAt
  FROM market_hours(known.priceFeedId, instant::TIMESTAMP - INTERVAL 1 MINUTE, instant::TIMESTAMP + INTERVAL 10 DAY)
  WHERE marketSession = 'regular'
) ON true
GROUP BY known.priceFeedId;
