-- What the store holds, in one row. `simulated` is true where its rows come from the sandbox.
SELECT
  EXISTS (
    SELECT 1 FROM loads JOIN responses USING (loadId) WHERE sandbox AND entries > 0 -- also of a load that was killed
  ) AS simulated,
  min(publishedAt) AS firstPublishedAt,
  max(publishedAt) AS lastPublishedAt,
  count(*) AS updates,
  count(DISTINCT priceFeedId)::INTEGER AS feeds,
  (SELECT count(*) FROM rejected_entries) AS rejected,
  (SELECT count(*) FROM coercions) AS coercions
FROM feed_updates
