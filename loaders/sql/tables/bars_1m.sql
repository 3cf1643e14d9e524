-- OHLC bars of 1 minute (UTC).
-- Grain: (priceFeedId, startedAt).
-- Source: prices.
-- Example: SELECT startedAt, open, high, low, close FROM bars_1m WHERE priceFeedId = 1 ORDER BY startedAt DESC LIMIT 10
-- Columns:
--   priceFeedId: the feed
--   startedAt: when the bar begins
--   open: first price [quote currency]
--   high: highest price [quote currency]
--   low: lowest price [quote currency]
--   close: last price [quote currency]
--   updates: the feed's own updates [updates]
--   carriedForward: repeats of older updates [updates]
--   books: updates with a bid below the ask: the spreads are theirs [updates]
--   crossed: updates with an ask below the bid [updates]
--   locked: updates with an ask equal to the bid [updates]
--   meanSpreadBps: mean of the spread over mid [bps]
--   maxSpreadBps: widest spread over mid [bps]
--   confidences: updates with a confidence and a price, which the mean is of [updates]
--   meanConfidenceBps: mean of the confidence over the price [bps]
--   fewestPublishers: fewest publishers of an update [publishers]
--   marketSession: the session of its last update that is not of a closed market: closed only where all are
--   medianSpreadBps: median of the spread over mid [bps]
--   p95SpreadBps: 95th percentile of the spread over mid [bps]
SELECT priceFeedId, hour + to_minutes(time) AS startedAt, bars.* EXCLUDE (feed, time)
FROM bars_of('dirty_prices', slot, minute) AS bars
JOIN dirty_hours ON dirty_hours.slot = bars.feed
