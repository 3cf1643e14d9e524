-- The opening of quality.md: the view whose queries the build answers.
-- answers: ../quality.md

-- name: meta
FROM meta;

-- name: parts
FROM snapshot_parts WHERE name = 'quality_1h';

-- name: pick
SELECT
  '24h' AS range,
  48 AS points, -- so that a cell is some pixels wide on a phone
  '' AS search;
