-- How good the data of each feed and touched hour is.
-- Grain: (priceFeedId, startedAt). `received` updates are `own` ones or repeats; `missing`: the feed was asked for and did
-- not come, so that `expected` is both. null…: updates without that value. gapSeconds: the longest time between two
-- updates of the hour. staleSeconds: the greatest age outside the closed session. clockSkewSeconds: median of the time
-- from publication to receipt, of updates asked for as the latest.
WITH counted AS (
  SELECT
    priceFeedId,
    time_bucket(INTERVAL 1 HOUR, publishedAt) AS startedAt,
    count(*)::INTEGER AS received,
    count(*) FILTER (carriedForward IS NOT TRUE)::INTEGER AS own,
    count(*) FILTER (price IS NULL)::INTEGER AS nullPrice,
    count(*) FILTER (bid IS NULL)::INTEGER AS nullBid,
    count(*) FILTER (ask IS NULL)::INTEGER AS nullAsk,
    count(*) FILTER (confidence IS NULL)::INTEGER AS nullConfidence,
    count(*) FILTER (ema IS NULL)::INTEGER AS nullEma,
    count(*) FILTER (publisherCount IS NULL)::INTEGER AS nullPublishers,
    count(*) FILTER (marketSession IS NULL)::INTEGER AS nullSession,
    count(*) FILTER (feedUpdateTimestamp IS NULL)::INTEGER AS nullUpdateTimestamp,
    max(ageSeconds) FILTER (marketSession IS DISTINCT FROM 'closed') AS staleSeconds,
    avg(finite_or_null(10000 * confidence / nullif(abs(price), 0))) AS meanConfidenceBps,
    min(publisherCount) AS fewestPublishers
  FROM touched_prices
  GROUP BY ALL
)
SELECT
  priceFeedId,
  startedAt,
  coalesce(received, 0) + coalesce(missing, 0) AS expected,
  coalesce(received, 0) AS received,
  coalesce(own, 0) AS own,
  coalesce(missing, 0) AS missing,
  coalesce(rejected, 0) AS rejected,
  coalesce(coercions, 0) AS coercions,
  * EXCLUDE (priceFeedId, startedAt, received, own, missing, rejected, coercions, twice)
FROM counted
LEFT JOIN touched_gaps USING (priceFeedId, startedAt)
FULL JOIN touched_faults USING (priceFeedId, startedAt)
