-- The spread of each step of a time: median and 95th percentile, weighted by how long each update was valid, and the widest.
-- A bar in place of updates counts with its median.
-- Grain: publishedAt.
-- Source: spreads, bars_1m, bars_1h, bars_1d.
-- Example: FROM spread_medians(1, last_update() - INTERVAL 24 HOUR, last_update(), 1800)
-- Columns as bars_1m, spreads_1m, and:
--   publishedAt: when the step begins
--   spreadBps: median spread over mid of normal books [bps]
--   p95SpreadBps: 95th percentile [bps]
--   maxSpreadBps: widest [bps]
CREATE OR REPLACE {{temp}}MACRO spread_medians(feed, since, until, step, resolution := 'raw') AS TABLE
WITH shown AS (
  SELECT
    *,
    time_bucket(to_seconds(step), greatest(publishedAt, since::TIMESTAMP)) AS bucket,
    greatest(seconds, 0.001) AS weight -- so that a single one that is too old to count still has a weight
  FROM carry_forward('spreads_' || resolution, [feed::BIGINT], since, until)
), ranked AS (
  SELECT
    *,
    share_until(spreadBps, weight, bucket) AS share,
    share_until(p95SpreadBps, weight, bucket) AS shareOfP95
  FROM shown
)
SELECT
  bucket AS publishedAt,
  min(spreadBps) FILTER (share >= 0.5) AS spreadBps,
  min(p95SpreadBps) FILTER (shareOfP95 >= 0.95) AS p95SpreadBps,
  max(maxSpreadBps) AS maxSpreadBps,
  CASE WHEN bool_or(book = 'crossed') THEN 'crossed' WHEN bool_or(book = 'locked') THEN 'locked' ELSE 'normal' END AS book,
  last_session(marketSession, ranked.publishedAt) AS marketSession
FROM ranked
GROUP BY bucket
ORDER BY bucket;
