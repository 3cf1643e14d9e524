-- How complete all feeds that a search finds were, over the clock hours that a time touches.
-- Grain: one row.
-- Source: quality_1h, feed_stats.
-- Example: FROM quality_summary(last_update() - INTERVAL 24 HOUR, last_update())
-- Columns:
--   expected: updates that were asked for [updates]
--   received: of these came [updates]
--   share: received over expected; null where nothing was asked for [fraction]
--   asked: hours of feeds in which something was asked for [h]
--   hours: hours of feeds in all [h]
--   missing: asked for, and not in the answer [updates]
--   gaps: times without an update over 1.5 steps; null where no step is known [gaps]
--   longest: the longest gap [s]
--   rejected: entries that could not become a row, but name their feed [entries]
--   coercions: values that became null as their kind does not fit [values]
CREATE OR REPLACE MACRO quality_summary(since, until, search := '') AS TABLE
SELECT
  coalesce(sum(received + missing), 0)::DOUBLE AS expected,
  coalesce(sum(received), 0)::DOUBLE AS received,
  complete_share(sum(received), sum(missing)) AS share,
  count(*)::DOUBLE AS asked,
  coalesce(count(DISTINCT priceFeedId) * any_value(span), 0)::DOUBLE AS hours,
  coalesce(sum(missing), 0)::DOUBLE AS missing,
  sum(seen)::DOUBLE AS gaps,
  max(gapSeconds) FILTER (gaps > 0) AS longest,
  coalesce(sum(rejected), 0)::DOUBLE AS rejected,
  coalesce(sum(coercions), 0)::DOUBLE AS coercions
FROM (
  SELECT
    *,
    gaps_once(priceFeedId, startedAt, gaps, newGaps) AS seen,
    1 + date_diff('hour', since::TIMESTAMP, until::TIMESTAMP) AS span
  FROM quality_1h
  WHERE startedAt >= time_bucket(to_hours(1), since::TIMESTAMP) AND startedAt <= until::TIMESTAMP
)
JOIN feed_stats USING (priceFeedId)
WHERE is_found(priceFeedId, symbol, name, assetType, search);
