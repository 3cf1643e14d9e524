-- Updates that are missing, rejected or coerced, if their feed is known. Internal.
-- Grain: none; a fault can come twice.
-- Source: responses, misplaced_answers, rejected_entries, coercions.
-- Columns:
--   response: the place of the response in its table
--   priceFeedId: the feed
--   publishedAt: when the response was published; for a missing update of `price`, the requested instant
--   kind: missing (requested and not in the response, or the response has another instant), rejected (an entry that made no
--     row) or coerced (a value set to null)
--   settled: whether a missing update of `price` is final: within a minute of the instant it may still come
--   misplaced: whether it is missing as the answer is of another instant
SELECT
  responses.rowid AS response,
  feed::BIGINT AS priceFeedId,
  coalesce(make_timestamp(askedUs), publishedAt) AS publishedAt,
  'missing' AS kind,
  coalesce(askedUs > 0 AND httpStatus IN (200, 404) AND (entries > 0 OR is_settled(requestedAt, askedUs)), false) AS settled,
  false AS misplaced
FROM (
  SELECT
    rowid,
    publishedAt,
    requestedAt,
    httpStatus,
    entries,
    CASE WHEN endpoint = 'price' THEN TRY_CAST(request ->> '$.timestamp' AS BIGINT) END AS askedUs,
    unnest(missingFeeds::VARCHAR[]) AS feed
  FROM responses
  WHERE missingFeeds <> '[]' AND rowid NOT IN (SELECT response FROM misplaced_answers)
) AS responses
WHERE TRY_CAST(feed AS BIGINT) >= 0 -- not for a question by symbol: its feed is unknown
UNION ALL
SELECT response, unnest(feeds), make_timestamp(askedUs), 'missing', true, true FROM misplaced_answers
UNION ALL
SELECT responses.rowid, feed_of_entry(entry) AS priceFeedId, publishedAt, 'rejected', false, false
FROM rejected_entries
JOIN responses USING (responseId)
WHERE feed_of_entry(entry) >= 0
UNION ALL
SELECT responses.rowid, priceFeedId, publishedAt, 'coerced', false, false
FROM coercions
JOIN responses USING (responseId)
WHERE columnName <> 'publishedAt' -- that time belongs to the response, not to a feed
