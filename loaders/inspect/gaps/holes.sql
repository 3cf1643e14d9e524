-- Holes per feed: stretches of time without an update, longer than the feed's usual step (see steps.sql).
-- The usual step at a place is the larger of two medians, of the five steps before it and of the five after: a change
-- from one step to another is no hole. A side with a single step does not count.
-- Grain: (priceFeedId, fromUs). Instants in Unix µs: the first and the last that are missing.
WITH possible AS ( -- a hole is longer than a median of five, and so than one of any three of them: a test without sorting
  SELECT *
  FROM (
    SELECT
      *,
      least(lag(ownStep) OVER feed, lag(ownStep, 2) OVER feed, lag(ownStep, 3) OVER feed) AS leastBefore,
      least(lead(ownStep) OVER feed, lead(ownStep, 2) OVER feed, lead(ownStep, 3) OVER feed) AS leastAfter
    FROM steps
    WINDOW feed AS (PARTITION BY priceFeedId ORDER BY instant)
  )
  WHERE nothing OR (step > 1.5 * coalesce(leastBefore, 0) AND step > 1.5 * coalesce(leastAfter, 0))
),
medians AS ( -- quantile 0.51: the median, of an even number the larger of the two
  SELECT
    priceFeedId,
    place,
    CASE WHEN count(*) FILTER (away < 0) > 1 THEN quantile_disc(ownStep, 0.51) FILTER (away < 0) END AS stepBefore,
    CASE WHEN count(*) FILTER (away > 0) > 1 THEN quantile_disc(ownStep, 0.51) FILTER (away > 0) END AS stepAfter
  FROM (
    SELECT near.priceFeedId, near.place, away, ownStep
    FROM (SELECT priceFeedId, place, unnest(range(-5, 6)) AS away FROM possible) AS near
    JOIN steps ON steps.priceFeedId = near.priceFeedId AND steps.place = near.place + away
    WHERE ownStep IS NOT NULL
  )
  GROUP BY priceFeedId, place
),
usual AS (
  SELECT possible.*, greatest(stepBefore, stepAfter) AS usualStep
  FROM possible
  LEFT JOIN medians USING (priceFeedId, place)
),
common AS ( -- for feeds without a point
  SELECT median(ownStep)::BIGINT AS commonStep FROM steps
),
judged AS (
  SELECT
    *,
    CASE WHEN edge AND afterEdge THEN commonStep ELSE usualStep END AS expected,
    coalesce(step > 1.5 * expected, false) AS hole
  FROM usual, common
),
runs AS (
  SELECT
    *,
    sum(CASE WHEN nothing AND afterNothing AND NOT hole THEN 0 ELSE 1 END) OVER (
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
    expected AS stepUs,
    sessionBefore,
    sessionAfter
  FROM judged
  WHERE hole
  UNION ALL
  SELECT
    priceFeedId,
    'nothing there',
    min(instant),
    max(instant),
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
  kind = 'nothing there' AS asked,
  fromUs,
  toUs,
  stepUs,
  (toUs - fromUs + coalesce(stepUs, 0)) / 1e6 AS seconds
FROM holes
LEFT JOIN feeds USING (priceFeedId)
ORDER BY fromUs, priceFeedId
