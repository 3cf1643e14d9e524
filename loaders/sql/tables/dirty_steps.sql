-- The points of dirty feeds and the steps between them. A point is an instant at which an update came (carried forward or
-- not), or at which the feed was requested from `price` and did not come. Internal.
-- Grain: (priceFeedId, us).
-- Source: deduplicated_updates, feed_faults, dirty_spans.
-- Columns:
--   priceFeedId: the feed
--   us: the instant [Unix µs]
--   session: session of the update; empty if it has none, null without an update
--   misplaced: whether the service answered with another instant; null for an update
--   missed: whether no update came
--   place: from 1, in order of time
--   after: how many points follow
--   step: time since the previous point [µs]
--   nextUs: the next point [Unix µs]
WITH updates AS (
  SELECT priceFeedId, epoch_us(publishedAt) AS us, coalesce(marketSession, '') AS session
  FROM deduplicated_updates
  JOIN dirty_spans USING (priceFeedId)
  WHERE publishedAt >= readFrom AND publishedAt < readUntil AND {{within}}
), missed AS (
  SELECT priceFeedId, epoch_us(publishedAt) AS us, bool_and(misplaced) AS misplaced
  FROM feed_faults
  JOIN dirty_spans USING (priceFeedId)
  WHERE settled AND publishedAt >= readFrom AND publishedAt < readUntil
  GROUP BY ALL
), points AS (
  SELECT *, NULL::BOOLEAN AS misplaced, false AS missed FROM updates
  UNION ALL BY NAME
  SELECT *, true AS missed FROM missed ANTI JOIN updates USING (priceFeedId, us)
)
SELECT
  priceFeedId,
  us,
  session,
  misplaced,
  missed,
  row_number() OVER feed AS place,
  count(*) OVER (PARTITION BY priceFeedId) - place AS after,
  us - lag(us) OVER feed AS step,
  lead(us) OVER feed AS nextUs
FROM points
WINDOW feed AS (PARTITION BY priceFeedId ORDER BY us)
