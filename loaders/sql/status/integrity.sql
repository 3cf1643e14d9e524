-- Contradictions between responses and their rows; if all are zero, the books are right.
-- unbalanced: responses whose entries are not rows + rejected. torn: those with fewer or more rows or rejects than booked.
-- misplaced: those with the right number, but whose places are not 0 … entries - 1, each once (count, sum and sum of squares
-- are compared, as a list of all places would not fit into memory). strays: rows of responses that are not booked. orphans:
-- responses of loads that are not booked, so that it is unknown whether their rows are simulated. lost: entries of responses
-- without any rows left, beyond those dropped as old (`retained`).
WITH kept AS (
  SELECT
    responseId,
    sum(rows) AS rows,
    sum(rejected) AS rejected,
    sum(places) AS places,
    sum(squares) AS squares
  FROM (
    SELECT
      responseId,
      count(*) AS rows,
      0 AS rejected,
      sum(entryIndex) AS places,
      sum(entryIndex::BIGINT * entryIndex) AS squares
    FROM feed_updates
    GROUP BY responseId
    UNION ALL
    SELECT responseId, 0, count(*), sum(entryIndex), sum(entryIndex::BIGINT * entryIndex)
    FROM rejected_entries
    GROUP BY responseId
  )
  GROUP BY responseId
)
SELECT
  count(*) FILTER (r.entries IS DISTINCT FROM r.rows + r.rejected) AS unbalanced,
  count(*) FILTER (
    NOT (old AND kept.responseId IS NULL) AND (r.rows <> coalesce(kept.rows, 0) OR r.rejected <> coalesce(kept.rejected, 0))
  ) AS torn,
  count(*) FILTER (
    r.entries = kept.rows + kept.rejected
    AND (
      places <> entries::HUGEINT * (entries - 1) // 2
      OR squares <> entries::HUGEINT * (entries - 1) * (2 * entries::HUGEINT - 1) // 6
    )
  ) AS misplaced,
  count(*) FILTER (r.responseId IS NULL) AS strays,
  count(*) FILTER (r.responseId IS NOT NULL AND loads.loadId IS NULL) AS orphans,
  abs(coalesce(sum(entries) FILTER (old AND kept.responseId IS NULL), 0) - (SELECT coalesce(sum(rows + rejected), 0) FROM retained)) AS lost
FROM (
  SELECT
    responses.*,
    coalesce(publishedAt < (SELECT max(before) FROM retained) AND is_dated(publishedAt), false) AS old
  FROM responses
) AS r
LEFT JOIN loads ON loads.loadId = r.loadId
FULL JOIN kept USING (responseId)
