-- Stretches of time of each feed without an update, by is_gap and usual_steps, or in which the feed was asked for and did
-- not come (see steps.sql).
-- Grain: (priceFeedId, fromUs). Instants in Unix µs: the first and the last missing one, and between which all are missing.
WITH usual AS (
  SELECT * REPLACE (usualStep::BIGINT AS usualStep) FROM usual_steps('steps')
),
common AS ( -- for feeds without a point
  SELECT median(ownStep)::BIGINT AS commonStep FROM steps
),
judged AS (
  SELECT
    *,
    CASE WHEN edge AND afterEdge THEN commonStep ELSE usualStep END AS expected,
    is_gap(step, expected) AS hole
  FROM usual, common
),
runs AS (
  SELECT
    *,
    sum(CASE WHEN nothing AND afterNothing AND misplaced = afterMisplaced AND NOT hole THEN 0 ELSE 1 END) OVER (
      PARTITION BY priceFeedId ORDER BY instant
    ) AS run
  FROM judged
),
holes AS (
  SELECT
    priceFeedId,
    'not asked' AS kind,
    lastInstant + CASE WHEN afterEdge THEN 0 ELSE expected END AS fromUs,
    greatest(fromUs, instant - CASE WHEN edge THEN 0 ELSE expected END) AS toUs,
    lastInstant - afterEdge::INTEGER AS afterUs,
    instant + edge::INTEGER AS beforeUs,
    expected AS stepUs,
    sessionBefore,
    sessionAfter
  FROM judged
  WHERE hole
  UNION ALL
  SELECT
    priceFeedId,
    CASE WHEN bool_and(misplaced) THEN 'other instant' ELSE 'nothing there' END,
    min(instant),
    max(instant),
    min(instant) - 1,
    max(instant) + 1,
    coalesce(max(usualStep), median(ownStep) FILTER (NOT hole))::BIGINT,
    arg_min(sessionBefore, instant),
    arg_max(sessionAfter, instant)
  FROM runs
  WHERE nothing
  GROUP BY priceFeedId, run
)
SELECT
  priceFeedId,
  symbol,
  CASE
    WHEN
      coalesce(sessionBefore, sessionAfter) = 'closed'
      AND coalesce(sessionAfter, sessionBefore) = 'closed'
      AND toUs - fromUs < 4 * 86400000000 -- no market is closed for longer
      THEN 'market closed'
    ELSE kind
  END AS kind,
  kind <> 'not asked' AS asked,
  fromUs,
  toUs,
  afterUs,
  beforeUs,
  stepUs,
  (toUs - fromUs + coalesce(stepUs, 0)) / 1e6 AS seconds
FROM holes
LEFT JOIN feeds USING (priceFeedId)
ORDER BY fromUs, priceFeedId
