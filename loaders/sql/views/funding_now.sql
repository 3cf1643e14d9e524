-- The last funding rate of each venue and underlying, and how far venues are apart. If several feeds of a venue have
-- one underlying, such as BTC/USDT and BTC/USDC, the feed with the newest rate counts, and of equally new ones
-- the lowest id. A feed whose symbol names no venue or no underlying has a row of its own.
-- Grain: (venue, underlying), or priceFeedId where one of them is null.
-- Source: funding, funding_intervals, feeds, meta.
-- Example: SELECT underlying, venue, rate8h, spread8h FROM funding_now
--   ORDER BY spread8h DESC NULLS LAST, underlying, venue
-- Columns as funding, feeds, and:
--   venue: from the symbol: FundingRate.Binance.BTC/USDT is of Binance
--   underlying: from the symbol: FundingRate.Binance.BTC/USDT is on BTC
--   feeds: how many feeds of the venue have the underlying [feeds]
--   ageSeconds: how old the rate was at the store's last update [s]
--   isValid: whether it still counts: it is at most validSeconds old
--   nextFundingAt: the next instant of payment, where the service says it
--   wasHours: the funding interval before its last change; null if it never changed [h]
--   changedAt: when it changed last
--   spread8h: highest less lowest rate8h of the underlying's venues, without rates older than their interval or a
--     day: what being long where it is cheap and short where it is dear earns [fraction per 8 h]
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
    coalesce(ageSeconds <= last.validSeconds, false) AS isValid,
    count(*) OVER same AS feeds
  FROM latest
  LEFT JOIN feeds USING (priceFeedId)
  CROSS JOIN meta
  WINDOW same AS (PARTITION BY venue, underlying, CASE WHEN venue IS NULL OR underlying IS NULL THEN priceFeedId END)
  QUALIFY row_number() OVER (same ORDER BY last.publishedAt DESC, priceFeedId) = 1
)
SELECT
  priceFeedId,
  symbol,
  venue,
  underlying,
  feeds,
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
  isValid,
  CASE WHEN fundingTimestamp > publishedAt THEN fundingTimestamp END AS nextFundingAt,
  wasHours,
  changedAt,
  CASE
    WHEN underlying IS NOT NULL THEN
      max(rate8h) FILTER (isValid) OVER (PARTITION BY underlying) - min(rate8h) FILTER (isValid) OVER (PARTITION BY underlying)
  END AS spread8h
FROM venues
LEFT JOIN (
  SELECT priceFeedId, arg_max(wasHours, startedAt) AS wasHours, max(startedAt) AS changedAt
  FROM funding_intervals
  WHERE wasHours IS NOT NULL
  GROUP BY priceFeedId
) USING (priceFeedId)
