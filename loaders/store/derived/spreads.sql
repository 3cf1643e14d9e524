-- Bid/ask spread of every update that has both sides.
-- Grain: (priceFeedId, publishedAt). Units: spread in quote currency, spreadBps in 1/10 000 of mid, spreadConfidences in
-- units of the price's confidence. A crossed book (ask < bid) has a negative spread, a locked one zero: `book` says so.
SELECT
  priceFeedId,
  publishedAt,
  bid,
  ask,
  mid,
  finite_or_null(ask - bid) AS spread,
  finite_or_null(10000 * (ask - bid) / nullif(abs(mid), 0)) AS spreadBps,
  finite_or_null((ask - bid) / nullif(confidence, 0)) AS spreadConfidences,
  CASE WHEN ask < bid THEN 'crossed' WHEN ask = bid THEN 'locked' ELSE 'normal' END AS book,
  marketSession,
  carriedForward,
  standsSeconds
FROM prices
WHERE mid IS NOT NULL
