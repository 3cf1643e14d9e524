-- Human values of every update. If several responses have the same instant, the last received counts.
-- Grain: (priceFeedId, publishedAt).
-- Source: deduplicated_updates.
-- Example: SELECT publishedAt, price, confidence FROM prices WHERE priceFeedId = 1 ORDER BY publishedAt DESC LIMIT 10
-- Columns as updates.
SELECT * EXCLUDE (exponent, exponentFrom, unscaled, fundingRate, fundingRateInterval, fundingTimestamp)
FROM deduplicated_updates
