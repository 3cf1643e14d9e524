-- Bid/ask spread of every update that has both sides.
-- Grain: (priceFeedId, publishedAt).
-- Source: prices.
-- Example: SELECT priceFeedId, median(spreadBps) AS bps FROM spreads WHERE book = 'normal'
--   GROUP BY ALL ORDER BY bps LIMIT 10
-- Columns as prices, and:
--   spread: ask less bid: negative in a crossed book, zero in a locked one [quote currency]
--   spreadBps: spread over mid [bps]
--   spreadConfidences: spread over the price's confidence [confidences]
--   book: normal, crossed (ask < bid) or locked (ask = bid)
SELECT
  priceFeedId,
  publishedAt,
  bid,
  ask,
  mid,
  finite_or_null(ask - bid) AS spread,
  spread_bps(bid, ask) AS spreadBps,
  finite_or_null((ask - bid) / nullif(confidence, 0)) AS spreadConfidences,
  CASE WHEN ask < bid THEN 'crossed' WHEN ask = bid THEN 'locked' ELSE 'normal' END AS book,
  marketSession,
  carriedForward,
  validSeconds
FROM prices
WHERE mid IS NOT NULL
