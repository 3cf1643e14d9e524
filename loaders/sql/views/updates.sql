-- Human values of every update. If a feed has several updates of one instant, all are here; `prices` has the last of them.
-- Grain: (responseId, entryIndex).
-- Source: valid_updates.
-- Example: SELECT * FROM updates WHERE priceFeedId = 1 ORDER BY publishedAt DESC LIMIT 10
-- Columns:
--   priceFeedId: the feed
--   publishedAt: when the service published the response
--   price: the publishers' aggregate price [quote currency]
--   bid: best bid [quote currency]
--   ask: best ask [quote currency]
--   mid: midway between bid and ask [quote currency]
--   confidence: how far the publishers disagree, as ± of the price [quote currency]
--   ema: exponential moving average of the price [quote currency]
--   emaConfidence: exponential moving average of the confidence [quote currency]
--   publisherCount: how many publishers contributed [publishers]
--   marketSession: regular, preMarket, postMarket, overNight or closed; the service may add to these
--   feedUpdateTimestamp: when the feed last changed by itself
--   ageSeconds: how old the update was when it was published [s]
--   carriedForward: whether it repeats an older update: it is older than the slowest channel's step of 1 s
--   validSeconds: for how long it counts where no other follows [s]
--   responseId: the response that it came in; a UUIDv7 sorts by time
--   entryIndex: its place in the response, from 0
--   exponent: what its mantissas are scaled by: its own, or the catalogue's where it has none [power of ten]
--   exponentFrom: update, or catalogue where the update has none; null where neither has one
--   unscaled: whether it has mantissas, but no human values, as no exponent is known, or the exponent is absurd; null
--     without mantissas
--   fundingRate: funding rate, as it came [mantissa]
--   fundingRateInterval: how long an interval of funding is, as it came [µs]
--   fundingTimestamp: the instant of funding, as it came
SELECT
  priceFeedId,
  publishedAt,
  price,
  bid,
  ask,
  finite_or_null((bid + ask) / 2) AS mid,
  confidence,
  ema,
  emaConfidence,
  publisherCount,
  marketSession,
  feedUpdateTimestamp,
  ageSeconds,
  ageSeconds > 1 AS carriedForward,
  900 AS validSeconds, -- after 15 minutes without an update the price counts as unknown
  responseId,
  entryIndex,
  exponent,
  exponentFrom,
  CASE WHEN mantissa IS NOT NULL THEN scaled(mantissa, exponent, divisor) IS NULL END AS unscaled,
  fundingRate,
  fundingRateInterval,
  fundingTimestamp
FROM (
  SELECT
    * REPLACE (
      scaled(price, exponent, divisor) AS price,
      scaled(confidence, exponent, divisor) AS confidence,
      scaled(emaConfidence, exponent, divisor) AS emaConfidence
    ),
    scaled(bestBidPrice, exponent, divisor) AS bid,
    scaled(bestAskPrice, exponent, divisor) AS ask,
    scaled(emaPrice, exponent, divisor) AS ema,
    (epoch_us(publishedAt)::DOUBLE - epoch_us(feedUpdateTimestamp)) / 1e6 AS ageSeconds
  FROM (
    SELECT
      * REPLACE (coalesce(exponent, catalogueExponent) AS exponent),
      CASE WHEN exponent IS NOT NULL THEN 'update' WHEN catalogueExponent IS NOT NULL THEN 'catalogue' END AS exponentFrom,
      divisor_of(coalesce(exponent, catalogueExponent)) AS divisor,
      coalesce(price, bestBidPrice, bestAskPrice, confidence, emaPrice, emaConfidence, funding_mantissa(fundingRate)) AS mantissa
    FROM valid_updates
  )
)
