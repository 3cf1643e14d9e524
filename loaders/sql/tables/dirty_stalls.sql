-- The bars that rule `stalled` reads, with the time in which the price has to move: the longest of the feed's rules. Internal.
-- Grain: (priceFeedId, startedAt).
-- Source: dirty_minutes, dirty_watched, rules.
-- Columns as bars_1m, and:
--   windowSeconds: the time [s]
SELECT dirty_minutes.*, windowSeconds
FROM dirty_minutes
JOIN (
  SELECT priceFeedId, max(windowSeconds) AS windowSeconds
  FROM rules_of('dirty_watched')
  WHERE kind = 'stalled'
  GROUP BY priceFeedId
) AS stalls USING (priceFeedId)
