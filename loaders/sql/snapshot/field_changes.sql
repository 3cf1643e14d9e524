-- The newest 200 changes of the fields that endpoints send. In a snapshot, not in the store.
-- Grain: (startedAt, endpoint, field, change).
-- Source: drift, loads.
-- Example: SELECT startedAt, endpoint, field, change, was, now FROM field_changes ORDER BY startedAt DESC
-- Columns:
--   startedAt: when the load started that came upon it
--   command: the command of that load
--   endpoint: the endpoint, as it is called; file: a saved body
--   field: name of the field, at most 200 characters
--   change: new (never seen before), stopped, back, or kind (values of another kind)
--   was: kinds of value before
--   now: kinds of value since
--   priceFeedId: a feed that has, or had, the field
SELECT
  startedAt,
  command,
  endpoint,
  left(field, 200) AS field,
  change,
  left(was, 200) AS was,
  left(now, 200) AS now,
  priceFeedId
FROM drift
JOIN loads USING (loadId)
ORDER BY startedAt DESC, endpoint, field, change
LIMIT 200
