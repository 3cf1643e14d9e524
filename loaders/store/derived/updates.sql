-- Human values of every update, also where the feed came twice for one instant (`prices` has the last one of them).
-- Grain: (responseId, entryIndex). Columns and units as prices.
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
  900 AS standsSeconds, -- after 15 minutes without an update nobody knows
  responseId,
  entryIndex
FROM dated_updates
