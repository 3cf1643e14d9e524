-- The updates that the other views read: all but the misdated ones; if every update is misdated, all of them.
-- Grain: (responseId, entryIndex).
-- Source: feed_updates, feeds.
-- Columns as feed_updates, and:
--   catalogueExponent: the exponent that the catalogue gives for the feed; null in a store whose updates all have their own
--     [power of ten]
SELECT feed_updates.*, {{exponent}} AS catalogueExponent
FROM feed_updates
{{catalogue}}
{{where}}
