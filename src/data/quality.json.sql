-- What quality.md opens with: the view whose queries the build answers.
-- answers: ../quality.md

-- name: meta
FROM meta;

-- name: parts
FROM snapshot_parts WHERE name = 'quality_1h';

-- name: pick
SELECT
  CASE WHEN epoch(lastPublishedAt) - epoch(firstPublishedAt) < 20 * 3600 THEN 'all' ELSE '24h' END AS range,
  view_start(firstPublishedAt, lastPublishedAt, INTERVAL 24 HOUR) AS "from",
  lastPublishedAt AS until,
  48 AS points, -- so that a cell is some pixels wide on a phone
  step_of(epoch(until) - epoch("from"), points) AS step,
  '' AS search
FROM meta;
