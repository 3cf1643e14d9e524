-- Faults of dirty hours. An instant that was requested several times in vain is missing once, and not at all if an update of
-- it came.
SELECT
  slot,
  count(DISTINCT publishedAt) FILTER (kind = 'missing' AND NOT came)::INTEGER AS missing,
  count(*) FILTER (kind = 'rejected')::INTEGER AS rejected,
  count(*) FILTER (kind = 'coerced')::INTEGER AS coercions
FROM (
  SELECT slot, kind, publishedAt, (slot, publishedAt) IN (SELECT (slot, publishedAt) FROM dirty_prices) AS came
  FROM feed_faults
  JOIN dirty_hours
    ON dirty_hours.priceFeedId = feed_faults.priceFeedId
    AND epoch_us(dirty_hours.hour) = hour_us(feed_faults.publishedAt)
  WHERE {{within}}
)
GROUP BY slot
