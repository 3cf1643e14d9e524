-- The gaps of each feed, hour by hour, and its first and last point. `gaps` joins the hours. The one rule:
-- a step between two points is a gap if it is longer than 1.5 times the usual step there (is_gap), which is the larger of two
-- medians: of the five steps before it, and of the five after it (of an even number the larger middle one). So a change from
-- one step to another makes no gap. A side with a single step does not count. A requested instant without an update is always
-- a gap. Internal.
-- Grain: (priceFeedId, startedAt, kind).
-- Source: dirty_steps, dirty_judged.
-- Columns:
--   priceFeedId: the feed
--   startedAt: the last point before a gap that was not requested; else the first requested instant
--   kind: not asked, nothing there (requested, but no update exists) or other instant (the service answered with another
--     instant); first and last mark the feed's first and last point
--   lastAt: the last requested instant
--   resumedAt: when the next update is due or came; null after the last point
--   stepSeconds: the usual step there; null if there are too few points [s]
--   missing: requested instants without an update [updates]
--   closed: whether the market was closed before and after
--   continues: whether it continues a part that an earlier hour has
WITH suspected AS ( -- all other feeds have no gap, so only their ends are read
  SELECT priceFeedId FROM dirty_steps GROUP BY priceFeedId HAVING bool_or(missed) OR max(step) > 1.5 * min(step)
), points AS (
  SELECT *, us - step AS previousUs, missed OR place = 1 AS wanted, false AS awaited
  FROM dirty_steps
  WHERE place <= 7 OR after < 7 OR priceFeedId IN (FROM suspected)
  UNION ALL BY NAME -- the update that is awaited after the last point
  SELECT priceFeedId, us + 1 AS us, us AS previousUs, false AS missed, true AS wanted, true AS awaited
  FROM dirty_steps
  WHERE after = 0
), placed AS (
  SELECT
    * EXCLUDE (place, after),
    row_number() OVER feed AS place,
    lag(missed AND misplaced) OVER feed AS afterMisplaced,
    lag(missed) OVER feed AS afterMissed,
    CASE
      WHEN lag(step, 2) OVER feed IS NOT NULL
        THEN least(lag(step) OVER feed, lag(step, 2) OVER feed, lag(step, 3) OVER feed)
    END AS leastBefore,
    CASE
      WHEN lead(step, 2) OVER feed IS NOT NULL
        THEN least(lead(step) OVER feed, lead(step, 2) OVER feed, lead(step, 3) OVER feed)
    END AS leastAfter
  FROM points
  WINDOW feed AS (PARTITION BY priceFeedId ORDER BY us)
), possible AS ( -- a gap is longer than the median of five steps, so than one of any three of them: that needs no sorting
  FROM placed
  WHERE wanted OR (step > 1.5 * coalesce(leastBefore, 0) AND step > 1.5 * coalesce(leastAfter, 0))
), medians AS (
  SELECT
    priceFeedId,
    us,
    CASE WHEN count(*) FILTER (away < 0) > 1 THEN quantile_disc(step, 0.51) FILTER (away < 0) END AS stepBefore,
    CASE WHEN count(*) FILTER (away > 0) > 1 THEN quantile_disc(step, 0.51) FILTER (away > 0) END AS stepAfter
  FROM (
    SELECT near.priceFeedId, near.us, away, placed.step
    FROM (SELECT priceFeedId, us, place, unnest(range(-5, 6)) AS away FROM possible) AS near
    JOIN placed ON placed.priceFeedId = near.priceFeedId AND placed.place = near.place + away
    WHERE placed.step IS NOT NULL
  )
  GROUP BY priceFeedId, us
), judged AS (
  SELECT
    possible.*,
    greatest(stepBefore, stepAfter) AS usualStep,
    is_gap(step, usualStep) AS isGap,
    coalesce(missed AND afterMissed AND misplaced = afterMisplaced AND NOT isGap, false) AS continues
  FROM possible
  LEFT JOIN medians USING (priceFeedId, us)
), requested AS ( -- hour by hour
  SELECT
    *,
    sum((NOT continues OR us // 3_600_000_000 <> previousUs // 3_600_000_000)::INTEGER)
      OVER (PARTITION BY priceFeedId ORDER BY us) AS run
  FROM judged
  WHERE missed
), found AS (
  SELECT priceFeedId, previousUs AS startUs, 'not asked' AS kind, us AS untilUs, usualStep FROM judged WHERE isGap
  UNION ALL BY NAME
  SELECT priceFeedId, us AS startUs, 'first' AS kind, us AS untilUs, usualStep FROM judged WHERE previousUs IS NULL
  UNION ALL BY NAME
  SELECT priceFeedId, previousUs AS startUs, 'last' AS kind, usualStep FROM judged WHERE awaited
  UNION ALL BY NAME
  SELECT
    requested.priceFeedId,
    min(requested.us) AS startUs,
    CASE WHEN bool_and(requested.misplaced) THEN 'other instant' ELSE 'nothing there' END AS kind,
    max(requested.us) AS lastUs,
    coalesce(max(requested.us + next.usualStep), max(requested.nextUs)) AS untilUs,
    coalesce(max(requested.usualStep), quantile_disc(requested.step, 0.5) FILTER (NOT requested.isGap)) AS usualStep,
    count(*)::INTEGER AS missing,
    arg_min(requested.continues, requested.us) AS continues
  FROM requested
  LEFT JOIN judged AS next
    ON next.priceFeedId = requested.priceFeedId AND next.previousUs = requested.us AND next.isGap
  GROUP BY requested.priceFeedId, run
), updates AS (
  SELECT priceFeedId, us, session FROM dirty_steps WHERE NOT missed
)
SELECT
  priceFeedId,
  make_timestamp(startUs) AS startedAt,
  kind,
  make_timestamp(lastUs) AS lastAt,
  make_timestamp(coalesce(untilUs, lastUs + coalesce(usualStep, 0))) AS resumedAt,
  usualStep / 1e6 AS stepSeconds,
  missing,
  coalesce(coalesce(before.session, after.session) = 'closed' AND coalesce(after.session, before.session) = 'closed', false)
    AS closed,
  coalesce(continues, false) AS continues
FROM found
JOIN dirty_judged USING (priceFeedId)
ASOF LEFT JOIN updates AS before ON before.priceFeedId = found.priceFeedId AND before.us <= startUs
ASOF LEFT JOIN updates AS after ON after.priceFeedId = found.priceFeedId AND after.us >= coalesce(untilUs, 9e18::BIGINT)
WHERE startUs >= judgedFromUs AND startUs < judgedUntilUs
