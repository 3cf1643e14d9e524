-- What spreads.md opens with: the feeds that have both sides and those that do not, and the view whose queries the build answers.
-- answers: ../spreads.md

-- name: meta
FROM meta;

-- name: parts
FROM snapshot_parts;

-- name: feeds
SELECT priceFeedId, symbol, name, assetType AS "group", exponent
FROM feeds
SEMI JOIN spreads USING (priceFeedId)
ORDER BY assetType, symbol, priceFeedId;

-- name: others
SELECT priceFeedId, symbol
FROM feeds
ANTI JOIN spreads USING (priceFeedId)
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
  SELECT *, resolution_of('prices', (SELECT least(feeds, 50) FROM meta), "from", until) AS resolution
  FROM span
)
SELECT
  (
    SELECT priceFeedId
    FROM feeds
    SEMI JOIN spreads USING (priceFeedId)
    ORDER BY assetType IS DISTINCT FROM 'crypto', priceFeedId
    LIMIT 1
  ) AS feed,
  range,
  "from",
  until,
  "from" AS first,
  until AS last,
  resolution AS whole,
  '[[0,0]]' AS shifts, -- hours of UTC
  48 AS points, -- so that a step holds several updates also where few were loaded
  50 AS feedsAtOnce, -- so that all feeds can be ranked by what the charts are drawn from
  resolution,
  greatest(step_of(seconds, points), seconds_of(resolution)) AS step
FROM drawn;
