-- Spreads at the resolution of the updates, with the columns of spreads_1m, spreads_1h and spreads_1d. As there, crossed
-- and locked books are counted, but have no spread.
-- Grain: (priceFeedId, publishedAt).
-- Source: spreads.
-- Columns as spreads, and:
--   spreadBps: spread over mid of a normal book [bps]
--   p95SpreadBps: the same [bps]
--   maxSpreadBps: the same [bps]
--   spreadConfidences: spread over the price's confidence, of a normal book [confidences]
--   updates: 1 [updates]
--   crossed: whether the book is crossed: 0 or 1 [updates]
--   locked: whether the book is locked: 0 or 1 [updates]
SELECT
  *,
  spreadBps AS p95SpreadBps,
  spreadBps AS maxSpreadBps,
  1 AS updates,
  (book = 'crossed')::INTEGER AS crossed,
  (book = 'locked')::INTEGER AS locked
FROM (
  SELECT
    * REPLACE (
      CASE WHEN book = 'normal' THEN spreadBps END AS spreadBps,
      CASE WHEN book = 'normal' THEN spreadConfidences END AS spreadConfidences
    )
  FROM spreads
)
WHERE spreadBps IS NOT NULL OR book <> 'normal'
