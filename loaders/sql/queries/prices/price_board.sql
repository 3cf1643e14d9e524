-- Each feed with a price: its last values, and how much its price changed.
-- Grain: priceFeedId.
-- Source: feed_stats, market_state, prices, prices_long, bars_1h, meta.
-- Example: FROM price_board() ORDER BY symbol, priceFeedId LIMIT 10
-- Columns as feed_stats, spreads, market_state, and:
--   change1h: change of the price over the last hour of the store; null where it had no price then [fraction]
--   change24h: change of the price over the last 24 hours [fraction]
--   confidenceBps: confidence over the price [bps]
--   ageSeconds: time from the feed's own last update to the store's last one [s]
--   stale: whether that is too old for its session, by is_stale
--   issue: the feed's fault now, first of all stale; in the regular session, or without sessions, also crossed (the bid
--     above the ask), wide (a spread of more than three times its median of 24 hours, if that is not zero) and stalled (one price in
--     all updates of an hour, except net asset values, which come once a day); else null
CREATE OR REPLACE {{temp}}MACRO price_board() AS TABLE
SELECT
  priceFeedId,
  symbol,
  name,
  assetType,
  exponent,
  last.price,
  hour.change AS change1h,
  day.change AS change24h,
  spread_bps(last.bid, last.ask) AS spreadBps,
  confidence_bps(last.confidence, last.price) AS confidenceBps,
  last.publisherCount,
  last.marketSession,
  epoch(meta.lastPublishedAt) - epoch(last.feedUpdateTimestamp) AS ageSeconds,
  is_stale(coalesce(market.calendarSession, last.marketSession), ageSeconds) AS stale,
  market.nextOpenAt,
  market.nextCloseAt,
  CASE
    WHEN stale THEN 'stale'
    WHEN NOT is_counted(last.marketSession, 'regular') THEN NULL
    WHEN spreadBps < 0 THEN 'crossed'
    WHEN spreadBps > 3 * nullif(usual.spread, 0) THEN 'wide'
    WHEN still.stalled AND assetType IS DISTINCT FROM 'nav' THEN 'stalled'
  END AS issue
FROM feed_stats
CROSS JOIN meta
LEFT JOIN (SELECT priceFeedId, arg_max(prices, publishedAt) AS last FROM prices GROUP BY priceFeedId) USING (priceFeedId)
LEFT JOIN (
  SELECT priceFeedId, median(medianSpreadBps) AS spread
  FROM bars_1h
  WHERE startedAt > last_update() - INTERVAL 24 HOUR AND is_counted(marketSession, 'regular')
  GROUP BY priceFeedId
  HAVING count(medianSpreadBps) >= 3 -- fewer hours have no usual spread
) AS usual USING (priceFeedId)
LEFT JOIN (
  SELECT priceFeedId, min(price) = max(price) AND count(price) >= 6 AS stalled
  FROM prices
  WHERE publishedAt > last_update() - INTERVAL 1 HOUR
  GROUP BY priceFeedId
) AS still USING (priceFeedId)
LEFT JOIN market_state AS market USING (priceFeedId)
LEFT JOIN price_changes(1) AS hour USING (priceFeedId)
LEFT JOIN price_changes(24) AS day USING (priceFeedId)
WHERE assetType IS DISTINCT FROM 'funding-rate';
