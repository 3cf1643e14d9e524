-- Human values of every update: one row per feed and instant of publication.
-- Grain: (priceFeedId, publishedAt); of several responses with the same instant, the last received counts.
-- Units: prices, confidence and EMA in the feed's quote currency; ageSeconds is how old the update was when published;
-- carriedForward marks an update older than the slowest channel's step (1 s), that is, a repeated one; standsSeconds is
-- for how long an update counts that no other follows.
SELECT
  priceFeedId,
  publishedAt,
  human_value(price, exponent) AS price,
  human_value(bestBidPrice, exponent) AS bid,
  human_value(bestAskPrice, exponent) AS ask,
  finite_or_null((bid + ask) / 2) AS mid,
  human_value(confidence, exponent) AS confidence,
  human_value(emaPrice, exponent) AS ema,
  human_value(emaConfidence, exponent) AS emaConfidence,
  publisherCount,
  marketSession,
  feedUpdateTimestamp,
  (epoch_us(publishedAt)::DOUBLE - epoch_us(feedUpdateTimestamp)) / 1e6 AS ageSeconds,
  ageSeconds > 1 AS carriedForward,
  900 AS standsSeconds -- after 15 minutes without an update nobody knows
FROM dated_updates
QUALIFY row_number() OVER (
  PARTITION BY priceFeedId, publishedAt
  ORDER BY responseId DESC, entryIndex DESC -- a UUIDv7 sorts by time
) = 1
