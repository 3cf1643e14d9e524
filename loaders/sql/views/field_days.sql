-- How many updates had each field, by day (UTC), of the feeds that have it at some time. A field that has no column is kept in
-- `extra`.
-- Grain: (startedAt, field).
-- Source: quality_hours, extra_hours, coercions, responses.
-- Example: SELECT startedAt, field, share, coercions FROM field_days WHERE share < 1 ORDER BY startedAt DESC, field LIMIT 20
-- Columns:
--   startedAt: when the day begins
--   field: the field, as the service calls it
--   hasColumn: whether feed_updates has a column of this name
--   received: updates of these feeds [updates]
--   present: updates that had a value of it [updates]
--   share: present over received [fraction]
--   coercions: values that became null [values]
--   priceFeedId: a feed that has it; null if all values became null
WITH days AS (
  SELECT
    priceFeedId,
    time_bucket(INTERVAL 1 DAY, startedAt) AS day,
    sum(received) AS received,
    sum(received - nullPrice) AS price,
    sum(received - nullBid) AS bestBidPrice,
    sum(received - nullAsk) AS bestAskPrice,
    sum(received - nullConfidence) AS confidence,
    sum(received - nullEma) AS emaPrice,
    sum(received - nullEmaConfidence) AS emaConfidence,
    sum(received - nullExponent) AS exponent,
    sum(received - nullPublishers) AS publisherCount,
    sum(received - nullSession) AS marketSession,
    sum(received - nullUpdateTimestamp) AS feedUpdateTimestamp,
    sum(received - nullFundingRate) AS fundingRate,
    sum(received - nullFundingInterval) AS fundingRateInterval,
    sum(received - nullFundingTimestamp) AS fundingTimestamp
  FROM quality_hours
  WHERE received > 0
  GROUP BY ALL
), extras AS (
  SELECT priceFeedId, time_bucket(INTERVAL 1 DAY, startedAt) AS day, field, sum(updates) AS present
  FROM extra_hours
  GROUP BY ALL
), held AS (
  SELECT priceFeedId, day, field, true AS hasColumn, received, present
  FROM (UNPIVOT days ON COLUMNS(* EXCLUDE (priceFeedId, day, received)) INTO NAME field VALUE present)
  UNION ALL
  SELECT priceFeedId, day, field, false, received, coalesce(present, 0)
  FROM days
  JOIN (SELECT DISTINCT priceFeedId, field FROM extras) USING (priceFeedId)
  LEFT JOIN extras USING (priceFeedId, day, field)
), counted AS (
  SELECT
    day AS startedAt,
    field,
    hasColumn,
    sum(received)::BIGINT AS received,
    sum(present)::BIGINT AS present,
    min(priceFeedId) FILTER (present > 0) AS priceFeedId
  FROM held
  SEMI JOIN (SELECT DISTINCT priceFeedId, field FROM held WHERE present > 0) USING (priceFeedId, field)
  GROUP BY ALL
), coerced AS (
  SELECT time_bucket(INTERVAL 1 DAY, publishedAt) AS startedAt, columnName AS field, count(*) AS coercions
  FROM coercions
  JOIN responses USING (responseId)
  WHERE columnName <> 'publishedAt'
  GROUP BY ALL
)
SELECT
  startedAt,
  field,
  coalesce(hasColumn, true) AS hasColumn,
  coalesce(received, 0) AS received,
  coalesce(present, 0) AS present,
  present / received AS share,
  coalesce(coercions, 0) AS coercions,
  priceFeedId
FROM counted
FULL JOIN coerced USING (startedAt, field)
