-- Stretches in which a feed's funding interval stayed the same: a new one begins when a venue changes it, such as from 8
-- to 4 hours. A rate without an interval belongs to the stretch in which it came. Rates before the first known interval
-- make a stretch without one. Stretches of updates that were dropped are kept.
-- Grain: (priceFeedId, startedAt).
-- Source: funding_runs.
-- Example: SELECT priceFeedId, startedAt, wasHours, intervalHours FROM funding_intervals WHERE wasHours IS NOT NULL
--   ORDER BY startedAt DESC
-- Columns as funding, and:
--   intervalHours: the funding interval; null before it was known [h]
--   wasHours: the interval before; null for the first [h]
--   startedAt: its first rate
--   endedAt: its last rate
--   updates: rates in it [updates]
SELECT
  priceFeedId,
  any_value(intervalHours) AS intervalHours,
  any_value(wasHours) AS wasHours,
  min(startedAt) AS startedAt,
  max(endedAt) AS endedAt,
  sum(updates)::BIGINT AS updates
FROM (
  SELECT
    *,
    sum(changed::INTEGER) OVER (PARTITION BY priceFeedId ORDER BY startedAt) AS stretch, -- with FILTER: quadratic
    CASE WHEN changed THEN previous END AS wasHours
  FROM (
    SELECT
      *,
      lag(intervalHours IGNORE NULLS) OVER (PARTITION BY priceFeedId ORDER BY startedAt) AS previous,
      intervalHours IS NOT NULL AND intervalHours IS DISTINCT FROM previous AS changed
    FROM funding_runs
  )
)
GROUP BY priceFeedId, stretch
