-- Freshness of each feed that a search finds, stale feeds first.
-- Grain: priceFeedId.
-- Source: feed_freshness.
-- Example: FROM freshness_by_feed() LIMIT 10
-- Columns as feed_freshness.
CREATE OR REPLACE {{temp}}MACRO freshness_by_feed(search := '') AS TABLE
SELECT
  priceFeedId,
  symbol,
  assetType,
  state,
  marketSession,
  ageSeconds,
  silentSeconds,
  lastPublishedAt,
  publisherCount
FROM feed_freshness
WHERE is_found(priceFeedId, symbol, name, assetType, search)
ORDER BY
  state_rank(state),
  ageSeconds DESC,
  symbol,
  priceFeedId;
