-- Quality of each feed that a search finds, over the clock hours that a time touches: updates asked for, updates that came,
-- and their faults.
-- Grain: priceFeedId, the least complete first.
-- Source: quality_1h, feed_stats.
-- Example: FROM feed_quality(last_update() - INTERVAL 24 HOUR, last_update()) LIMIT 10
-- Columns:
--   priceFeedId: the feed
--   symbol: its symbol
--   name: its name
--   assetType: its class
--   expected: updates that were asked for [updates]
--   received: of these came [updates]
--   share: received over expected; null where nothing was asked for [fraction]
--   missing: asked for, and not in the answer [updates]
--   notAsked: room for more updates in its gaps [updates]
--   gaps: times without an update over 1.5 steps, each once; null where no step is known [gaps]
--   gapSeconds: the longest gap [s]
--   firstGapAt: first hour with a gap
--   lastGapAt: last hour with a gap
--   stepSeconds: usual time between two updates [s]
--   silentSeconds: without an update, in all gaps [s]
--   staleSeconds: greatest age outside the closed session [s]
--   fewestPublishers: fewest publishers of an update [publishers]
--   rejected: entries that could not become a row [entries]
--   coercions: values that became null as their kind does not fit [values]
--   nullPrice: updates without a price [updates]
--   nullBid: updates without a bid [updates]
--   nullAsk: updates without an ask [updates]
--   nullConfidence: updates without a confidence [updates]
--   nullFundingRate: updates without a funding rate [updates]
CREATE OR REPLACE MACRO feed_quality(since, until, search := '') AS TABLE
SELECT
  priceFeedId,
  symbol,
  name,
  assetType,
  sum(expected)::DOUBLE AS expected,
  sum(received)::DOUBLE AS received,
  complete_share(sum(received), sum(missing)) AS share,
  sum(missing)::DOUBLE AS missing,
  sum(notAsked)::DOUBLE AS notAsked,
  sum(seen)::DOUBLE AS gaps,
  max(hours.gapSeconds) FILTER (hours.gaps > 0) AS gapSeconds,
  min(startedAt) FILTER (hours.gaps > 0) AS firstGapAt,
  max(startedAt) FILTER (hours.gaps > 0) AS lastGapAt,
  median(stepSeconds) AS stepSeconds,
  sum(silentSeconds)::DOUBLE AS silentSeconds,
  max(staleSeconds) AS staleSeconds,
  min(fewestPublishers)::DOUBLE AS fewestPublishers,
  sum(rejected)::DOUBLE AS rejected,
  sum(coercions)::DOUBLE AS coercions,
  sum(nullPrice)::DOUBLE AS nullPrice,
  sum(nullBid)::DOUBLE AS nullBid,
  sum(nullAsk)::DOUBLE AS nullAsk,
  sum(nullConfidence)::DOUBLE AS nullConfidence,
  sum(nullFundingRate)::DOUBLE AS nullFundingRate
FROM (
  SELECT *, gaps_once(priceFeedId, startedAt, gaps, newGaps) AS seen
  FROM quality_1h
  WHERE startedAt >= time_bucket(to_hours(1), since::TIMESTAMP) AND startedAt <= until::TIMESTAMP
) AS hours
JOIN feed_stats USING (priceFeedId)
WHERE is_found(priceFeedId, symbol, name, assetType, search)
GROUP BY ALL
ORDER BY share, gaps DESC, symbol, priceFeedId;
