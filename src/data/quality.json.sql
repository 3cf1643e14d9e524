-- What quality.md opens with: the view whose queries the build answers.
-- answers: ../quality.md

-- name: meta
FROM meta;

-- name: parts
FROM snapshot_parts WHERE name = 'quality_1h';

-- name: pick
SELECT
  range,
  "from",
  until,
  48 AS points, -- so that a cell is some pixels wide on a phone
  step_of(epoch(until) - epoch("from"), points) AS step,
  '' AS search
FROM opening_view('24h', 'prices', 1, 48); -- hours have no other resolution
