-- Spreads at the resolution of the updates, with the columns of spreads_1m, spreads_1h and spreads_1d.
-- Grain: (priceFeedId, publishedAt). Columns and units as spreads; p95SpreadBps and maxSpreadBps are the spread, and
-- updates, crossed and locked count it.
-- Source: spreads.
SELECT
  *,
  spreadBps AS p95SpreadBps,
  spreadBps AS maxSpreadBps,
  1 AS updates,
  (book = 'crossed')::INTEGER AS crossed,
  (book = 'locked')::INTEGER AS locked
FROM spreads
