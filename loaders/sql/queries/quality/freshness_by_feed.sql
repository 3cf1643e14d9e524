-- Freshness of each feed that a search finds, stale feeds first.
-- Grain: priceFeedId.
-- Source: feed_freshness.
-- Example: FROM freshness_by_feed() LIMIT 10
-- Columns:
--   priceFeedId: the feed
--   symbol: its symbol
--   assetType: its class
--   state: fresh, stale, quiet, closed, silent, missing, unknown or never, as feed_states says
--   marketSession: session of its last update
--   ageSeconds: how old its own update was when its last one was published [s]
--   silentSeconds: time from its last update to the store's last one [s]
--   lastPublishedAt: when its last update was published
--   publisherCount: publishers of the last update [publishers]
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
