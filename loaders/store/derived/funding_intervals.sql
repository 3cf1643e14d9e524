-- Stretches in which a feed's funding interval stayed the same: a new one begins where a venue changed it, say from 8
-- to 4 hours.
-- Grain: (priceFeedId, startedAt).
-- Source: funding.
-- Columns as funding, and:
--   wasHours: the interval before; null for the first [h]
--   startedAt: its first rate
--   endedAt: its last rate
--   updates: rates in it [updates]
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
    sum(changed::INTEGER) OVER (PARTITION BY priceFeedId ORDER BY publishedAt) AS stretch, -- with FILTER: quadratic
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
