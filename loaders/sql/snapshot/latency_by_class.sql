-- Time from the publication of an update to its receipt, by class of its feed: of the newest 1 000 answers of latest_price that
-- were requested by ids. Both clocks count: a negative time means that they differ. In a snapshot, not in the store.
-- Grain: (assetType, fromMs).
-- Source: responses, feeds.
-- Example: SELECT assetType, fromMs, updates FROM latency_by_class ORDER BY assetType, fromMs
-- Columns:
--   assetType: class of the feed; null if unknown
--   fromMs: the shortest time of the bin: 1, 2, 5, 10 and so on, or 0 below 1; -1 for negative times [ms]
--   updates: updates whose time is in the bin [updates]
SELECT assetType, fromMs, count(*)::INTEGER AS updates
FROM (
  SELECT
    unnest(list_filter(
      (request->'priceFeedIds')::BIGINT[],
      lambda id: NOT list_contains(coalesce(missingFeeds::BIGINT[], []), id)
    )) AS priceFeedId,
    CASE WHEN sinceMs < 0 THEN -1 ELSE coalesce(list_max(list_filter(
      flatten([[pow(10, k), 2 * pow(10, k), 5 * pow(10, k)] FOR k IN range(9)]), lambda edge: edge <= sinceMs
    )), 0) END::DOUBLE AS fromMs
  FROM (
    SELECT *, (epoch_us(receivedAt) - epoch_us(publishedAt)) / 1000 AS sinceMs
    FROM responses
    WHERE endpoint = 'latest_price' AND httpStatus = 200 AND is_dated(publishedAt)
    ORDER BY responseId DESC -- a UUIDv7 sorts by time
    LIMIT 1000
  )
)
LEFT JOIN feeds USING (priceFeedId)
GROUP BY ALL
