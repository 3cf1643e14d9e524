-- The points of each feed, in order, and the steps between them: the temporary table `steps`, which holes.sql reads.
-- A point is an instant of an update (carried forward or not), or one at which the feed was asked for and did not come: the
-- service had nothing, or answered with another instant (misplaced).
-- Updates before $since were dropped as old, so it has no steps there.
-- Grain: (priceFeedId, instant). Instants in Unix µs. Parameters: from, to, since, feeds.
CREATE OR REPLACE TEMP TABLE steps AS
WITH updates AS (
  SELECT priceFeedId, epoch_us(publishedAt) AS instant, coalesce(max(marketSession), '') AS session
  FROM feed_updates
  WHERE
    is_dated(publishedAt)
    AND publishedAt >= make_timestamp($since::BIGINT)
    AND publishedAt <= make_timestamp(coalesce($to, 9e15)::BIGINT)
    AND ($feeds IS NULL OR list_contains($feeds::JSON::BIGINT[], priceFeedId))
  GROUP BY priceFeedId, publishedAt
),
points AS (
  SELECT priceFeedId, instant, max(session) AS session, bool_and(misplaced) AS misplaced -- session null: nothing there
  FROM (
    SELECT priceFeedId, instant, session, NULL AS misplaced FROM updates
    UNION ALL
    SELECT priceFeedId, epoch_us(publishedAt) AS instant, NULL, misplaced
    FROM feed_faults
    WHERE
      settled
      AND instant BETWEEN $since AND coalesce($to, 9e15)
      AND ($feeds IS NULL OR list_contains($feeds::JSON::BIGINT[], priceFeedId))
  )
  GROUP BY priceFeedId, instant
),
held AS ( -- of all feeds, not only of $feeds
  SELECT epoch_us(min(publishedAt)) AS first, epoch_us(max(publishedAt)) AS last
  FROM feed_updates
  WHERE is_dated(publishedAt) AND publishedAt >= make_timestamp($since::BIGINT)
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
  SELECT priceFeedId, instant, session, misplaced, false AS edge FROM points
  UNION ALL
  SELECT priceFeedId, last, NULL, NULL, true FROM feeds_asked_for, span WHERE last IS NOT NULL
  UNION ALL
  SELECT priceFeedId, first, NULL, NULL, true
  FROM feeds_asked_for, span
  WHERE $from IS NOT NULL OR priceFeedId NOT IN (SELECT priceFeedId FROM points)
)
SELECT
  *,
  priceFeedId AS series,
  instant - lag(instant) OVER feed AS step,
  CASE WHEN NOT edge AND NOT lag(edge) OVER feed THEN step END AS ownStep,
  lag(edge) OVER feed AS afterEdge,
  session IS NULL AND NOT edge AS nothing,
  nothing AS wanted,
  lag(session IS NULL AND NOT edge) OVER feed AS afterNothing,
  lag(misplaced) OVER feed AS afterMisplaced,
  lag(instant) OVER feed AS lastInstant,
  last_value(session IGNORE NULLS) OVER (
    PARTITION BY priceFeedId ORDER BY instant ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
  ) AS sessionBefore,
  first_value(session IGNORE NULLS) OVER (
    PARTITION BY priceFeedId ORDER BY instant ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING
  ) AS sessionAfter
FROM (
  SELECT priceFeedId, instant, max(session) AS session, bool_and(misplaced) AS misplaced, bool_and(edge) AS edge
  FROM bounded
  GROUP BY priceFeedId, instant
)
WINDOW feed AS (PARTITION BY priceFeedId ORDER BY instant)
