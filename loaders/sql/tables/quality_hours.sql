-- Quality of each feed and hour, as far as the hour alone shows it; `quality_1h` adds the hours around it. Internal.
-- Grain: (priceFeedId, startedAt).
-- Source: prices, feed_faults.
-- Columns as quality_1h, and:
--   firstAt: when the first update of the hour was published
--   lastAt: when the last update of the hour was published
--   roomWithin: updates that had room in the gaps that the hour shows alone [updates]
--   edges: its first ten and its last ten steps, and whether one begins or ends where no update came; null where all are
--     like the usual one, so that no other hour can make one of them a gap [ms]
--   catalogueExponent: what the catalogue gave for updates without an exponent when the hour was made [power of ten]
WITH counted AS (
  SELECT
    slot,
    count(*)::INTEGER AS received,
    count(*) FILTER (carriedForward IS NOT TRUE)::INTEGER AS own,
    (count(*) - count(price))::INTEGER AS nullPrice,
    (count(*) - count(bid))::INTEGER AS nullBid,
    (count(*) - count(ask))::INTEGER AS nullAsk,
    (count(*) - count(confidence))::INTEGER AS nullConfidence,
    (count(*) - count(ema))::INTEGER AS nullEma,
    (count(*) - count(emaConfidence))::INTEGER AS nullEmaConfidence,
    count(*) FILTER (exponentFrom IS DISTINCT FROM 'update')::INTEGER AS nullExponent,
    count(unscaled) FILTER (exponentFrom IS DISTINCT FROM 'update')::INTEGER AS exponentless,
    any_value(exponent) FILTER (exponentFrom = 'catalogue' AND unscaled IS NOT NULL) AS catalogueExponent,
    count(*) FILTER (unscaled)::INTEGER AS unscaled,
    count(*) FILTER (fundingRate IS NOT NULL AND funding_hours(fundingRateInterval) IS NULL)::INTEGER AS unspanned,
    (count(*) - count(publisherCount))::INTEGER AS nullPublishers,
    (count(*) - count(marketSession))::INTEGER AS nullSession,
    (count(*) - count(ageSeconds))::INTEGER AS nullUpdateTimestamp,
    (count(*) - count(fundingRate))::INTEGER AS nullFundingRate,
    (count(*) - count(fundingRateInterval))::INTEGER AS nullFundingInterval,
    (count(*) - count(fundingTimestamp))::INTEGER AS nullFundingTimestamp,
    max(ageSeconds) FILTER (marketSession IS DISTINCT FROM 'closed') AS staleSeconds,
    avg(confidence_bps(confidence, price)) AS meanConfidenceBps,
    min(publisherCount) AS fewestPublishers
  FROM dirty_prices
  GROUP BY slot
)
SELECT
  priceFeedId,
  hour AS startedAt,
  coalesce(received, 0) AS received,
  coalesce(own, 0) AS own,
  coalesce(missing, 0) AS missing,
  coalesce(rejected, 0) AS rejected,
  coalesce(coercions, 0) AS coercions,
  counted.* EXCLUDE (slot, received, own),
  dirty_gaps.* EXCLUDE (slot, twice)
FROM dirty_hours
LEFT JOIN counted USING (slot)
LEFT JOIN dirty_gaps USING (slot)
LEFT JOIN dirty_faults USING (slot)
WHERE counted.slot IS NOT NULL OR dirty_faults.slot IS NOT NULL
