-- Holes per feed: stretches of time without an update, longer than the feed's usual step.
-- A point is an instant of an update (carried forward or not), or one at which the feed was asked for and did not come.
-- The usual step at a place is the larger of two medians, of the five steps before it and of the five after: a change
-- from one step to another is no hole. A side with a single step does not count.
-- Grain: (priceFeedId, fromUs). Instants in Unix µs: the first and the last that are missing.
WITH updates AS (
  SELECT priceFeedId, epoch_us(publishedAt) AS instant, coalesce(max(marketSession), '') AS session
  FROM feed_updates
  WHERE
    publishedAt BETWEEN TIMESTAMP '2000-01-01' AND now()::TIMESTAMP + INTERVAL 1 DAY -- others are misdated
    AND publishedAt >= make_timestamp(coalesce($from, 0)::BIGINT)
    AND publishedAt <= make_timestamp(coalesce($to, 9e15)::BIGINT)
    AND ($feeds IS NULL OR list_contains($feeds::JSON::BIGINT[], priceFeedId))
  GROUP BY priceFeedId, publishedAt
),
asked AS (
  SELECT
    unnest(missingFeeds::BIGINT[]) AS priceFeedId,
    json_extract_string(request, '$.timestamp')::BIGINT AS instant,
    entries > 0 OR epoch_us(requestedAt) > instant + 60000000 AS settled -- else it may still come, and is asked again
  FROM responses
  WHERE endpoint = 'price' AND httpStatus IN (200, 404) AND missingFeeds <> '[]'
),
points AS (
  SELECT priceFeedId, instant, max(session) AS session -- null: nothing there
  FROM (
    SELECT priceFeedId, instant, session FROM updates
    UNION ALL
    SELECT priceFeedId, instant, NULL
    FROM asked
    WHERE
      settled
      AND instant BETWEEN coalesce($from, 0) AND coalesce($to, 9e15)
      AND ($feeds IS NULL OR list_contains($feeds::JSON::BIGINT[], priceFeedId))
  )
  GROUP BY priceFeedId, instant
),
held AS ( -- of all feeds, those too that are not asked about
  SELECT epoch_us(min(publishedAt)) AS first, epoch_us(max(publishedAt)) AS last
  FROM feed_updates
  WHERE publishedAt BETWEEN TIMESTAMP '2000-01-01' AND now()::TIMESTAMP + INTERVAL 1 DAY
),
span AS (
  SELECT
    coalesce($from, least(min(instant), any_value(held.first))) AS first,
    coalesce($to, greatest(max(instant), any_value(held.last))) AS last
  FROM held
  LEFT JOIN points ON true
),
feeds_asked_for AS (
  SELECT DISTINCT priceFeedId FROM points
  UNION
  SELECT unnest($feeds::JSON::BIGINT[])
),
bounded AS ( -- with the ends of the span as points, where a feed has none there
  SELECT priceFeedId, instant, session, false AS edge FROM points
  UNION ALL
  SELECT priceFeedId, last, NULL, true FROM feeds_asked_for, span WHERE last IS NOT NULL
  UNION ALL
  SELECT priceFeedId, first, NULL, true
  FROM feeds_asked_for, span
  WHERE $from IS NOT NULL OR priceFeedId NOT IN (SELECT priceFeedId FROM points)
),
stepped AS MATERIALIZED (
  SELECT
    *,
    row_number() OVER feed AS place,
    instant - lag(instant) OVER feed AS step,
    CASE WHEN NOT edge AND NOT lag(edge) OVER feed THEN step END AS ownStep,
    lag(edge) OVER feed AS afterEdge,
    session IS NULL AND NOT edge AS nothing,
    lag(session IS NULL AND NOT edge) OVER feed AS afterNothing,
    lag(instant) OVER feed AS lastInstant,
    last_value(session IGNORE NULLS) OVER (
      PARTITION BY priceFeedId ORDER BY instant ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ) AS sessionBefore,
    first_value(session IGNORE NULLS) OVER (
      PARTITION BY priceFeedId ORDER BY instant ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING
    ) AS sessionAfter
  FROM (SELECT priceFeedId, instant, max(session) AS session, bool_and(edge) AS edge FROM bounded GROUP BY priceFeedId, instant)
  WINDOW feed AS (PARTITION BY priceFeedId ORDER BY instant)
),
possible AS ( -- a hole is longer than a median of five, and so than one of any three of them: a test without sorting
  SELECT *
  FROM (
    SELECT
      *,
      least(lag(ownStep) OVER feed, lag(ownStep, 2) OVER feed, lag(ownStep, 3) OVER feed) AS leastBefore,
      least(lead(ownStep) OVER feed, lead(ownStep, 2) OVER feed, lead(ownStep, 3) OVER feed) AS leastAfter
    FROM stepped
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
    JOIN stepped ON stepped.priceFeedId = near.priceFeedId AND stepped.place = near.place + away
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
  SELECT median(ownStep)::BIGINT AS commonStep FROM stepped
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
