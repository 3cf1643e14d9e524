-- What the store holds, in one row. `simulated` is true where its rows come from the sandbox.
SELECT
  (SELECT coalesce(bool_or(sandbox), false) FROM loads WHERE rows > 0) AS simulated,
  min(publishedAt) AS firstPublishedAt,
  max(publishedAt) AS lastPublishedAt,
  count(*) AS updates,
  count(DISTINCT priceFeedId)::INTEGER AS feeds,
  (SELECT count(*) FROM rejected_entries) AS rejected,
  (SELECT count(*) FROM coercions) AS coercions
FROM feed_updates
