-- Quality of each feed that a search finds, over the clock hours that a time touches: its updates, their faults, its gaps.
-- Grain: priceFeedId, the least complete first.
-- Source: quality_1h, gaps, feed_stats.
-- Example: FROM feed_quality(last_update() - INTERVAL 24 HOUR, last_update()) LIMIT 10
-- Columns as quality_1h, feed_stats, and:
--   hours: hours with an update or a request [h]
--   share: received over received and missing; null if nothing was requested [fraction]
--   gaps: its gaps, each once; null where no usual step is known [gaps]
--   gapSeconds: the longest gap [s]
--   firstGapAt: start of the first gap
--   lastGapAt: start of the last gap
--   silentSeconds: time within gaps [s]
CREATE OR REPLACE {{temp}}MACRO feed_quality(since, until, search := '') AS TABLE
WITH counted AS (
  SELECT
    priceFeedId,
    count(*)::DOUBLE AS hours,
    sum(COLUMNS(
      '^(expected|received|missing|notAsked|rejected|coercions|null(Price|Bid|Ask|Confidence|FundingRate))$'
    ))::DOUBLE,
    median(stepSeconds) AS stepSeconds,
    max(staleSeconds) AS staleSeconds,
    min(fewestPublishers)::DOUBLE AS fewestPublishers
  FROM quality_1h
  WHERE startedAt >= time_bucket(to_hours(1), since::TIMESTAMP) AND startedAt <= until::TIMESTAMP
  GROUP BY priceFeedId
), silent AS (
  SELECT
    priceFeedId,
    count(*) AS gaps,
    max(seconds) AS gapSeconds,
    min(startedAt) AS firstGapAt,
    max(startedAt) AS lastGapAt,
    sum(
      epoch(least(resumedAt, time_bucket(to_hours(1), until::TIMESTAMP) + to_hours(1)))
        - epoch(greatest(startedAt, time_bucket(to_hours(1), since::TIMESTAMP)))
    ) AS silentSeconds
  FROM gaps
  WHERE resumedAt > time_bucket(to_hours(1), since::TIMESTAMP)
    AND startedAt < time_bucket(to_hours(1), until::TIMESTAMP) + to_hours(1)
  GROUP BY priceFeedId
)
SELECT
  priceFeedId,
  symbol,
  name,
  assetType,
  counted.* EXCLUDE (priceFeedId),
  complete_share(received, missing) AS share,
  CASE WHEN gaps IS NOT NULL OR stepSeconds IS NOT NULL THEN coalesce(gaps, 0)::DOUBLE END AS gaps,
  gapSeconds,
  firstGapAt,
  lastGapAt,
  CASE WHEN gaps IS NOT NULL OR stepSeconds IS NOT NULL THEN coalesce(silentSeconds, 0) END AS silentSeconds
FROM counted
JOIN feed_stats USING (priceFeedId)
LEFT JOIN silent USING (priceFeedId)
WHERE is_found(priceFeedId, symbol, name, assetType, search)
ORDER BY share, gaps DESC, symbol, priceFeedId;
