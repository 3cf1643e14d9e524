-- Quality of each feed and hour, without its gaps, which `quality_1h` adds. Internal.
-- Grain: (priceFeedId, startedAt).
-- Source: dirty_prices, dirty_steps, dirty_faults.
-- Columns as quality_1h, and:
--   stepSeconds: median time between two updates within the hour; null with fewer than three [s]
--   longestSeconds: longest time between two points within the hour [s]
--   firstAt: when the first update of the hour was published
--   lastAt: when the last update of the hour was published
--   ruleKey: the feed's rules when the hour was made, see rule_keys
--   catalogueExponent: what the catalogue gave for updates without an exponent when the hour was made [power of ten]
WITH counted AS (
  SELECT
    slot,
    min(publishedAt) AS firstAt,
    max(publishedAt) AS lastAt,
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
), usual AS ( -- of an even number of steps the smaller middle one
  SELECT
    slot,
    CASE WHEN count(*) > 1 THEN quantile_disc(step, 0.5) / 1e6 END AS stepSeconds,
    max(step) / 1e6 AS longestSeconds
  FROM dirty_steps
  JOIN dirty_hours
    ON dirty_hours.priceFeedId = dirty_steps.priceFeedId
    AND epoch_us(hour) = us // 3_600_000_000 * 3_600_000_000
    AND us - step >= epoch_us(hour)
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
  stepSeconds,
  longestSeconds,
  ruleKey
FROM dirty_hours
LEFT JOIN rule_keys(['dirty_hours']) USING (priceFeedId)
LEFT JOIN counted USING (slot)
LEFT JOIN usual USING (slot)
LEFT JOIN dirty_faults USING (slot)
WHERE counted.slot IS NOT NULL OR dirty_faults.slot IS NOT NULL
