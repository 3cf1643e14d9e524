-- What the store holds, in one row. `simulated` is true where its rows come from the sandbox. `misdated` counts updates
-- that have no date which can be; the span from first to last leaves them out, unless all are.
SELECT
  EXISTS (
    SELECT 1 FROM loads JOIN responses USING (loadId) WHERE sandbox AND entries > 0 -- also of a load that was killed
  ) AS simulated,
  coalesce(min(publishedAt) FILTER (WHERE is_dated(publishedAt)), min(publishedAt)) AS firstPublishedAt,
  coalesce(max(publishedAt) FILTER (WHERE is_dated(publishedAt)), max(publishedAt)) AS lastPublishedAt,
  count(*) AS updates,
  count(DISTINCT priceFeedId)::INTEGER AS feeds,
  (SELECT count(*) FROM rejected_entries) AS rejected,
  (SELECT count(*) FROM coercions) AS coercions,
  count(*) FILTER (WHERE NOT is_dated(publishedAt)) AS misdated
FROM feed_updates
