-- Spreads at the resolution of the updates, with the columns of spreads_1m, spreads_1h and spreads_1d.
-- Grain: (priceFeedId, publishedAt).
-- Source: spreads.
-- Columns as spreads, and:
--   p95SpreadBps: the spread over mid [bps]
--   maxSpreadBps: the spread over mid [bps]
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
FROM spreads
