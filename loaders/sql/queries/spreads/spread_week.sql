-- A feed's spread by hour of the week, over all of its data: the median of the hours' medians, without the closed session.
-- Hours are local time, also where clocks change.
-- Grain: (weekday, hour).
-- Source: bars_1h.
-- Example: FROM spread_week(1, zone := 'America/New_York')
-- Columns:
--   weekday: 1, Monday, to 7, Sunday
--   hour: 0 to 23, by the clocks
--   spreadBps: median of the medians [bps]
--   hours: how many hours it is made of [h]
CREATE OR REPLACE {{temp}}MACRO spread_week(feed, zone := 'UTC') AS TABLE
WITH local AS (
  SELECT spreadBps, local_time(publishedAt, zone) AS startedAt
  FROM spreads_1h
  WHERE priceFeedId = feed AND spreadBps IS NOT NULL AND marketSession IS DISTINCT FROM 'closed'
)
SELECT
  isodow(startedAt)::DOUBLE AS weekday,
  hour(startedAt)::DOUBLE AS hour,
  median(spreadBps) AS spreadBps,
  count(*)::DOUBLE AS hours
FROM local
GROUP BY ALL
ORDER BY ALL;
