-- Stretches in which a feed's funding interval stayed the same: a new one begins where a venue changed it, say from 8 to
-- 4 hours.
-- Grain: (priceFeedId, startedAt). startedAt and endedAt are its first and last rate; wasHours is the interval before.
SELECT
  priceFeedId,
  any_value(intervalHours) AS intervalHours,
  any_value(wasHours) AS wasHours,
  min(publishedAt) AS startedAt,
  max(publishedAt) AS endedAt,
  count(*) AS updates
FROM (
  SELECT
    *,
    count(*) FILTER (changed) OVER (PARTITION BY priceFeedId ORDER BY publishedAt) AS stretch,
    CASE WHEN changed THEN previous END AS wasHours
  FROM (
    SELECT
      *,
      lag(intervalHours) OVER (PARTITION BY priceFeedId ORDER BY publishedAt) AS previous,
      intervalHours IS DISTINCT FROM previous AS changed
    FROM funding
  )
)
GROUP BY priceFeedId, stretch
