-- A feed's spread as a line: of each step the first, the last, the narrowest and the widest, and the first of each kind of
-- book that is not normal.
-- Grain: publishedAt.
-- Source: spreads, bars_1m, bars_1h, bars_1d.
-- Example: FROM spread_line(1, last_update() - INTERVAL 24 HOUR, last_update(), 300)
-- Columns as spreads_1m, and:
--   publishedAt: when the update was published, or the bar begins
--   spreadBps: spread over mid of a normal book, of a bar the median [bps]
--   p95SpreadBps: 95th percentile of a bar; null of updates [bps]
--   maxSpreadBps: widest of a bar; null of updates [bps]
CREATE OR REPLACE {{temp}}MACRO spread_line(feed, since, until, step, resolution := 'raw') AS TABLE
SELECT
  publishedAt,
  spreadBps,
  CASE WHEN resolution <> 'raw' THEN p95SpreadBps END AS p95SpreadBps,
  CASE WHEN resolution <> 'raw' THEN maxSpreadBps END AS maxSpreadBps,
  book,
  marketSession
FROM (
  SELECT
    * REPLACE (greatest(publishedAt, since::TIMESTAMP) AS publishedAt),
    time_bucket(to_seconds(step), publishedAt) AS bucket
  FROM carry_forward('spreads_' || resolution, [feed::BIGINT], since, until)
)
QUALIFY is_outermost(publishedAt, spreadBps, spreadBps, bucket)
  OR (book <> 'normal' AND row_number() OVER (PARTITION BY bucket, book ORDER BY publishedAt) = 1)
ORDER BY publishedAt;
