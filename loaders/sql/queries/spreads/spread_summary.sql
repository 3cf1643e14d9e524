-- Figures of each feed's spread over a time. Updates and bars count for as long as they were valid, except in the closed
-- session, which repeats its last book.
-- Grain: priceFeedId; a feed without books in open hours has no row.
-- Source: spreads, bars_1m, bars_1h, bars_1d.
-- Example: FROM spread_summary([1, 2], last_update() - INTERVAL 24 HOUR, last_update())
-- Columns as feeds, and:
--   last: spread over mid of the last normal book, of a bar the median [bps]
--   median: median spread over mid of normal books [bps]
--   p95: 95th percentile [bps]
--   confidences: median of the spread over the confidence [confidences]
--   widerShare: share of the time in which the spread was wider than the confidence [fraction]
--   updates: updates with both sides [updates]
--   crossed: of these with ask below bid [updates]
--   locked: of these with ask equal to bid [updates]
--   crossedShare: share of the time in which the book was crossed [fraction]
--   lockedShare: share of the time in which the book was locked [fraction]
--   sessions: the sessions that count
CREATE OR REPLACE {{temp}}MACRO spread_summary(feeds, since, until, resolution := 'raw') AS TABLE
WITH open AS (
  FROM carry_forward('spreads_' || resolution, coalesce(feeds::BIGINT[], []), since, until)
  WHERE seconds > 0 AND marketSession IS DISTINCT FROM 'closed'
), ranked AS (
  SELECT
    *,
    share_until(spreadBps, seconds, priceFeedId) AS share,
    share_until(p95SpreadBps, seconds, priceFeedId) AS shareOfP95,
    share_until(spreadConfidences, seconds, priceFeedId) AS shareOfConfidences
  FROM open
)
SELECT
  priceFeedId,
  arg_max(spreadBps, ranked.publishedAt) FILTER (spreadBps IS NOT NULL) AS last,
  min(spreadBps) FILTER (share >= 0.5) AS median,
  min(p95SpreadBps) FILTER (shareOfP95 >= 0.95) AS p95,
  min(spreadConfidences) FILTER (shareOfConfidences >= 0.5) AS confidences,
  sum(CASE WHEN spreadConfidences > 1 + 1e-9 THEN seconds ELSE 0 END) -- beyond what ask − bid is rounded by
    / sum(seconds) FILTER (spreadConfidences IS NOT NULL) AS widerShare,
  sum(ranked.updates)::DOUBLE AS updates,
  sum(crossed)::DOUBLE AS crossed,
  sum(locked)::DOUBLE AS locked,
  sum(seconds * crossed / ranked.updates) / sum(seconds) AS crossedShare,
  sum(seconds * locked / ranked.updates) / sum(seconds) AS lockedShare,
  list(DISTINCT marketSession ORDER BY marketSession DESC) AS sessions
FROM ranked
GROUP BY priceFeedId
ORDER BY median, priceFeedId;
