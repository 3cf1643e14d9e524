-- Distribution of a feed's spread, in seconds, in about 60 bins of one width, of normal books outside the closed session.
-- Spreads further from the middle 90 % of updates than twice their width are in one row for each side.
-- Grain: (tail, spreadBps).
-- Source: spreads, bars_1m, bars_1h, bars_1d.
-- Example: FROM spread_histogram(1, last_update() - INTERVAL 24 HOUR, last_update())
-- Columns:
--   tail: below or above for spreads outside the bins; else null
--   spreadBps: where the bin begins; null of a tail [bps]
--   width: how wide a bin is [bps]
--   seconds: how long the spread was there [s]
CREATE OR REPLACE {{temp}}MACRO spread_histogram(feed, since, until, resolution := 'raw') AS TABLE
WITH open AS (
  SELECT spreadBps, seconds
  FROM carry_forward('spreads_' || resolution, [feed::BIGINT], since, until)
  WHERE seconds > 0 AND spreadBps IS NOT NULL AND marketSession IS DISTINCT FROM 'closed'
), scale AS (
  SELECT
    quantile_cont(spreadBps, [0.05, 0.95]) AS middle,
    coalesce(nullif(2 * (middle[2] - middle[1]), 0), greatest(abs(middle[2]), 0.01)) AS room, -- on either side of the middle 90 %
    greatest(min(spreadBps), middle[1] - room) AS low,
    least(max(spreadBps), middle[2] + room) AS high,
    greatest((high - low) / 60, 0.0001) AS width
  FROM open
)
SELECT
  CASE WHEN spreadBps < low THEN 'below' WHEN spreadBps > high THEN 'above' END AS tail,
  CASE WHEN tail IS NULL THEN floor(spreadBps / width) * width END AS spreadBps,
  width,
  sum(seconds) AS seconds
FROM open, scale
GROUP BY ALL
ORDER BY ALL;
