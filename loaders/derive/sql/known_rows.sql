-- How many rows of feed_updates `feed_totals` are of, the first ones, and how far ahead; none, where rows are gone since, or
-- there are no totals. Internal.
-- Grain: one row.
-- Source: derived_state, feed_totals, feed_updates.
-- Columns:
--   rows: the first so many rows [rows]
--   horizon: those that were published later are not in the totals
SELECT
  CASE WHEN rows <= (SELECT count(*) FROM feed_updates) AND EXISTS (FROM feed_totals) THEN rows ELSE 0 END AS rows,
  horizon
FROM derived_state
