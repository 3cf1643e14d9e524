-- A feed's spread by hour of the week, of all hours that there are: the median of the hours' medians, without the closed
-- session. Where clocks change, an hour is that which the clocks showed.
-- Grain: (weekday, hour).
-- Source: bars_1h.
-- Example: FROM spread_week(1, [[0, 0]])
-- Columns:
--   weekday: 1, Monday, to 7, Sunday
--   hour: 0 to 23, by the clocks
--   spreadBps: median of the medians [bps]
--   hours: how many hours it is made of [h]
CREATE OR REPLACE MACRO spread_week(feed, shifts) AS TABLE
WITH clocks AS (
  SELECT shift[1] AS since, shift[2] AS ahead
  FROM (SELECT unnest(shifts::DOUBLE[][]) AS shift)
), local AS (
  SELECT spreadBps, publishedAt + to_seconds(ahead) AS startedAt
  FROM (SELECT *, epoch(publishedAt) AS instant FROM spreads_1h)
  ASOF JOIN clocks ON instant >= since
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
