-- Updates that the other views are made of: all but the misdated ones, or all, where every update is misdated.
-- Grain: (responseId, entryIndex).
-- Source: feed_updates.
-- Columns as feed_updates.
FROM feed_updates
WHERE is_dated(publishedAt) OR NOT EXISTS (SELECT 1 FROM feed_updates WHERE is_dated(publishedAt))
