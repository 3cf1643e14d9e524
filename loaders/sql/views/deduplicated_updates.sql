-- The updates that count: if a feed has several of one instant, the last received. Internal.
-- Grain: (priceFeedId, publishedAt).
-- Source: updates, superseded_updates.
-- Columns as updates.
FROM updates
ANTI JOIN superseded_updates USING (responseId, entryIndex)
