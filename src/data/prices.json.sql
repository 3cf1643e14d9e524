-- What prices.md opens with: the feeds to pick from and the others, and the view whose queries the build answers.
-- answers: ../prices.md

-- name: meta
FROM meta;

-- name: parts
FROM snapshot_parts;

-- name: feeds
SELECT priceFeedId, symbol, name, assetType AS "group", exponent
FROM feeds
WHERE assetType IS DISTINCT FROM 'funding-rate' AND updates > 0
ORDER BY assetType, symbol, priceFeedId;

-- name: others
SELECT priceFeedId, symbol
FROM feeds
WHERE assetType IS NOT DISTINCT FROM 'funding-rate' OR updates = 0
ORDER BY priceFeedId;

-- name: pick
WITH span AS (
  SELECT
    CASE WHEN epoch(lastPublishedAt) - epoch(firstPublishedAt) < 20 * 3600 THEN 'all' ELSE '24h' END AS range,
    view_start(firstPublishedAt, lastPublishedAt, INTERVAL 24 HOUR) AS "from",
    lastPublishedAt AS until,
    epoch(until) - epoch("from") AS seconds
  FROM meta
), drawn AS (
  SELECT *, resolution_of('prices', (SELECT feeds FROM meta), "from", until) AS resolution
  FROM span
)
SELECT
  (
    SELECT priceFeedId
    FROM feeds
    WHERE assetType IS DISTINCT FROM 'funding-rate' AND updates > 0
    ORDER BY assetType IS DISTINCT FROM 'crypto', priceFeedId
    LIMIT 1
  ) AS feed,
  range,
  "from",
  until,
  "from" AS first,
  until AS last,
  resolution,
  resolution AS whole,
  'line' AS draw,
  'shown' AS closed,
  []::BIGINT[] AS compared,
  greatest(step_of(seconds, 270), seconds_of(resolution)) AS step -- as many pixels as a phone has
FROM drawn;
