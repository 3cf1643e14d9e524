-- Updates that the other views are made of: all but the misdated ones; where every update is misdated, all of them.
-- Grain: (responseId, entryIndex).
-- Source: feed_updates.
-- Columns as feed_updates.
FROM feed_updates
WHERE is_dated(publishedAt)
