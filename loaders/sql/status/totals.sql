-- Totals of the store, and whether it holds all booked rows, except the dropped ones: one row.
SELECT
  meta.*,
  dropped.rows AS dropped,
  dropped.before AS droppedBefore,
  hours.*,
  updates = (SELECT count(*) FROM feed_updates)
  AND updates = booked.rows - dropped.rows
  AND meta.rejected = booked.rejected - dropped.rejected AS balanced
FROM
  meta,
  (
    SELECT
      coalesce(sum(exponentless) FILTER (catalogueExponent IS NOT NULL), 0) AS catalogueExponents,
      coalesce(sum(unscaled), 0) AS unscaled,
      coalesce(sum(unspanned), 0) AS unspanned
    FROM quality_hours
  ) AS hours,
  (SELECT coalesce(sum(rows), 0) AS rows, coalesce(sum(rejected), 0) AS rejected FROM responses) AS booked,
  (
    SELECT coalesce(sum(rows), 0) AS rows, coalesce(sum(rejected), 0) AS rejected, max(before) AS before FROM retained
  ) AS dropped
