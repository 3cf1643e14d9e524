-- The newest 500 changes of entries in the catalogue. In a snapshot; a store has all of them.
-- Grain: (priceFeedId, changedAt, columnName).
-- Source: feed_changes.
-- Example: SELECT changedAt, priceFeedId, columnName, before, after FROM feed_changes ORDER BY changedAt DESC LIMIT 10
-- Columns as feed_changes of the store.
FROM (
  FROM feed_changes SEMI JOIN snapshot_feeds USING (priceFeedId)
  ORDER BY changedAt DESC, priceFeedId, columnName
  LIMIT 500
)
ORDER BY changedAt, priceFeedId, columnName
