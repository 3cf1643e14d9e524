-- The last funding rate of each venue and underlying, and how far venues are apart.
-- Grain: priceFeedId. venue and underlying come from the symbol (FundingRate.Binance.BTC/USDT: Binance, BTC); rates as
-- funding. spread8h is the highest less the lowest rate8h of the underlying's venues, as a fraction over 8 hours: what
-- being long where it is cheap and short where it is dear earns. A rate older than its interval takes no part in it.
-- nextFundingAt is the next instant of payment, where the service says it.
WITH latest AS (
  SELECT priceFeedId, max_by(funding, publishedAt) AS last
  FROM funding
  GROUP BY priceFeedId
), venues AS (
  SELECT
    priceFeedId,
    feeds.symbol,
    nullif(split_part(symbol, '.', 2), '') AS venue,
    nullif(split_part(split_part(symbol, '.', 3), '/', 1), '') AS underlying,
    last.*,
    epoch(meta.lastPublishedAt) - epoch(last.publishedAt) AS ageSeconds,
    ageSeconds <= last.standsSeconds AS stands
  FROM latest
  LEFT JOIN feeds USING (priceFeedId)
  CROSS JOIN meta
)
SELECT
  priceFeedId,
  symbol,
  venue,
  underlying,
  publishedAt,
  rate,
  intervalHours,
  rate1h,
  rate8h,
  rateDay,
  apr,
  apy,
  markPrice,
  ageSeconds,
  CASE WHEN fundingTimestamp > publishedAt THEN fundingTimestamp END AS nextFundingAt,
  CASE
    WHEN underlying IS NOT NULL THEN
      max(rate8h) FILTER (stands) OVER (PARTITION BY underlying) - min(rate8h) FILTER (stands) OVER (PARTITION BY underlying)
  END AS spread8h
FROM venues
