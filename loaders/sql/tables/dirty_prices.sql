-- The updates of dirty hours that count.
SELECT
  slot,
  dirty_hours.priceFeedId,
  (epoch_us(publishedAt) // 60_000_000 % 60)::TINYINT AS minute, -- dated updates are of this century
  publishedAt,
  price,
  bid,
  ask,
  confidence,
  ema,
  publisherCount,
  marketSession,
  ageSeconds,
  carriedForward,
  emaConfidence IS NOT NULL OR NULL AS emaConfidence,
  fundingTimestamp,
  exponent,
  exponentFrom,
  unscaled,
  fundingRate,
  fundingRateInterval,
  simple_yearly(funding_fraction(fundingRate, exponent), funding_hours(fundingRateInterval)) AS apr
FROM deduplicated_updates
JOIN dirty_hours
  ON dirty_hours.priceFeedId = deduplicated_updates.priceFeedId
  AND epoch_us(dirty_hours.hour) = hour_us(deduplicated_updates.publishedAt)
WHERE {{within}}
