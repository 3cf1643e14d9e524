-- OHLC bars of 1 minute of the touched hours.
-- Grain: (priceFeedId, startedAt), the bar's start in UTC. Units: prices in the feed's quote currency, spreads and
-- confidence in 1/10 000 (bps) of mid and price. `updates` are the feed's own, `carriedForward` repeats of older ones;
-- `books` have a bid below the ask, and the spreads are theirs; `marketSession` is the last one.
FROM bars_of('touched_prices', INTERVAL 1 MINUTE)
