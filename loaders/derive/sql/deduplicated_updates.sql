-- Of the updates those that count: of several of one feed and instant, the last received. Internal.
-- Grain: (priceFeedId, publishedAt).
-- Source: updates, superseded_updates.
-- Columns as updates.
FROM updates
ANTI JOIN superseded_updates USING (responseId, entryIndex)
