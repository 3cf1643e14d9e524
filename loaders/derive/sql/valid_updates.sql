-- The updates that the other views read: all but the misdated ones; if every update is misdated, all of them.
-- Grain: (responseId, entryIndex).
-- Source: feed_updates.
-- Columns as feed_updates.
FROM feed_updates
WHERE is_dated(publishedAt)
