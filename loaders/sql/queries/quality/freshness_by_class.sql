-- Freshness by class, of the feeds that a search finds: how many feeds are in each state of feed_states.
-- Grain: assetType.
-- Source: feed_freshness.
-- Example: FROM freshness_by_class()
-- Columns:
--   assetType: the class, or unknown
--   feeds: all of them [feeds]
--   fresh: at most a minute old [feeds]
--   stale: older, in the regular session [feeds]
--   quiet: older, in another session or an unknown one [feeds]
--   closed: older, in the closed session [feeds]
--   silent: without an update for three steps and a minute [feeds]
--   missing: asked for since their last update, and not in the answer [feeds]
--   unknown: of unknown age [feeds]
--   never: without any update [feeds]
--   oldest: greatest age of those fresh and stale [s]
--   publishers: median of the publishers of the last updates [publishers]
CREATE OR REPLACE {{temp}}MACRO freshness_by_class(search := '') AS TABLE
SELECT
  coalesce(assetType, 'unknown') AS assetType,
  count(*)::DOUBLE AS feeds,
  count(*) FILTER (state = 'fresh')::DOUBLE AS fresh,
  count(*) FILTER (state = 'stale')::DOUBLE AS stale,
  count(*) FILTER (state = 'quiet')::DOUBLE AS quiet,
  count(*) FILTER (state = 'closed')::DOUBLE AS closed,
  count(*) FILTER (state = 'silent')::DOUBLE AS silent,
  count(*) FILTER (state = 'missing')::DOUBLE AS missing,
  count(*) FILTER (state = 'unknown')::DOUBLE AS unknown,
  count(*) FILTER (state = 'never')::DOUBLE AS never,
  max(ageSeconds) FILTER (state IN ('fresh', 'stale')) AS oldest,
  quantile_disc(publisherCount, 0.5) AS publishers
FROM feed_freshness
WHERE is_found(priceFeedId, symbol, name, assetType, search)
GROUP BY ALL
ORDER BY ALL;
