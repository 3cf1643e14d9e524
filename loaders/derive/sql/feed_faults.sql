-- What did not come as it should, where its feed is known. Internal.
-- Grain: none; a fault can come twice.
-- Source: responses, rejected_entries, coercions.
-- Columns:
--   response: the place of the response in its table
--   priceFeedId: the feed
--   publishedAt: when the response was published
--   kind: missing (asked for, and not in the answer), rejected (an entry that is no row) or coerced (a value set
--     to null)
SELECT responses.rowid AS response, feed::BIGINT AS priceFeedId, publishedAt, 'missing' AS kind
FROM (
  SELECT rowid, publishedAt, unnest(missingFeeds::VARCHAR[]) AS feed
  FROM responses
  WHERE missingFeeds <> '[]'
) AS responses
WHERE TRY_CAST(feed AS BIGINT) >= 0 -- asked by symbol: unknown
UNION ALL
SELECT responses.rowid, feed_of_entry(entry) AS priceFeedId, publishedAt, 'rejected'
FROM rejected_entries
JOIN responses USING (responseId)
WHERE feed_of_entry(entry) >= 0
UNION ALL
SELECT responses.rowid, priceFeedId, publishedAt, 'coerced'
FROM coercions
JOIN responses USING (responseId)
WHERE columnName <> 'publishedAt' -- a response's, and no feed's
