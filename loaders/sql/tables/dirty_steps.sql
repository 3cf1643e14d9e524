-- The points of dirty feeds and the steps between them. A point is an instant at which an update came (carried forward or
-- not), or at which the feed was requested from `price` and did not come.
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
