-- Prices at a resolution of {{resolution}}: each bar as one row, with the columns of prices that bars have.
-- Grain: (priceFeedId, publishedAt), the bar's start.
-- Source: {{bars}}.
-- Columns as prices, bars_1m, and:
--   publishedAt: when the bar begins
--   price: the bar's close [quote currency]
--   confidence: mean of the bar's [quote currency]
--   publisherCount: fewest publishers of an update [publishers]
--   validSeconds: for how long the bar counts: its length [s]
SELECT
  priceFeedId,
  startedAt AS publishedAt,
  close AS price,
  open,
  low,
  high,
  NULL::DOUBLE AS bid,
  NULL::DOUBLE AS ask,
  finite_or_null(abs(close) * meanConfidenceBps / 10000) AS confidence,
  NULL::DOUBLE AS ema,
  NULL::DOUBLE AS emaConfidence,
  fewestPublishers AS publisherCount,
  marketSession,
  NULL::DOUBLE AS ageSeconds,
  {{seconds}} AS validSeconds
FROM {{bars}}
