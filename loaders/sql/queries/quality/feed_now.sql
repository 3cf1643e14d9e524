-- One feed: its entry in the catalogue, its last update, and its last funding rate.
-- Grain: one row, or none where the store does not know the feed.
-- Source: feed_stats, prices, bars_1h, funding, meta.
-- Example: FROM feed_now(1)
-- Columns:
--   priceFeedId: the feed
--   symbol: its symbol
--   name: its name
--   assetType: its class
--   exponent: of its mantissas [power of ten]
--   minChannel: its fastest channel
--   state: as the catalogue says it
--   fundingIntervalHours: how often funding is paid, by the catalogue [h]
--   updates: how many the store has [updates]
--   firstPublishedAt: when its first update was published
--   lastPublishedAt: when its last update was published
--   publishedAt: when the last update was published that the snapshot has
--   price: its last price [quote currency]
--   bid: best bid [quote currency]
--   ask: best ask [quote currency]
--   confidence: ± of the price [quote currency]
--   ema: exponential moving average [quote currency]
--   emaConfidence: ± of the EMA [quote currency]
--   publisherCount: publishers [publishers]
--   marketSession: the market's session
--   feedUpdateTimestamp: when the feed's own update was made
--   spreadBps: spread over mid [bps]
--   confidenceBps: confidence over the price [bps]
--   ageSeconds: age of the update when the store's last one was published [s]
--   stale: whether that is too old for its session, by is_stale
--   rate: last funding rate [fraction per interval]
--   rate8h: the rate [fraction per 8 h]
--   apr: the rate, simple [fraction per year]
--   intervalHours: how often funding is paid, by the last rate [h]
--   fundingTimestamp: of the last rate, as the service sends it
--   ratedAt: when the last rate was published
CREATE OR REPLACE {{temp}}MACRO feed_now(feed) AS TABLE
SELECT
  feed_stats.*,
  last.*,
  spread_bps(bid, ask) AS spreadBps,
  confidence_bps(confidence, price) AS confidenceBps,
  epoch(meta.lastPublishedAt) - epoch(feedUpdateTimestamp) AS ageSeconds,
  is_stale(marketSession, ageSeconds) AS stale,
  rate.*
FROM feed_stats
CROSS JOIN meta
LEFT JOIN (
  SELECT publishedAt, price, bid, ask, confidence, ema, emaConfidence, publisherCount, marketSession, feedUpdateTimestamp
  FROM prices_long
  WHERE priceFeedId = feed
  ORDER BY publishedAt DESC
  LIMIT 1
) AS last ON true
LEFT JOIN (
  SELECT rate, rate8h, apr, intervalHours, fundingTimestamp, publishedAt AS ratedAt
  FROM funding
  WHERE priceFeedId = feed AND rate IS NOT NULL
  ORDER BY publishedAt DESC
  LIMIT 1
) AS rate ON true
WHERE feed_stats.priceFeedId = feed;
