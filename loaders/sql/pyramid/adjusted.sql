-- {{prices}} with prices as they would be today: each over the factors of all splits that took effect after it. A bar in which a
-- split took effect counts as one after it, as the market was closed before.
-- Grain: (priceFeedId, publishedAt).
-- Source: {{prices}}, feed_splits.
-- Columns as {{prices}}, and:
--   splitFactor: product of the factors of later splits; 1 without one [new shares per old share]
SELECT
  * EXCLUDE (splitFeed, effectiveAt, laterFactor)
    REPLACE (
      price / splitFactor AS price,
      open / splitFactor AS open,
      low / splitFactor AS low,
      high / splitFactor AS high,
      bid / splitFactor AS bid,
      ask / splitFactor AS ask,
      confidence / splitFactor AS confidence,
      ema / splitFactor AS ema,
      emaConfidence / splitFactor AS emaConfidence
    )
FROM (
  SELECT *, coalesce(laterFactor, 1) AS splitFactor
  FROM {{prices}}
  ASOF LEFT JOIN (
    SELECT
      priceFeedId AS splitFeed,
      effectiveAt,
      product(factor) OVER (PARTITION BY priceFeedId ORDER BY effectiveAt DESC) AS laterFactor
    FROM feed_splits
  ) ON priceFeedId = splitFeed AND {{last}} < effectiveAt
)
