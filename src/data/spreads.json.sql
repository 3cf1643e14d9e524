-- The opening of spreads.md: the feeds with bid and ask, the other feeds, and the view whose queries the build answers.
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
SELECT
  (
    SELECT priceFeedId
    FROM feeds
    SEMI JOIN spreads USING (priceFeedId)
    ORDER BY assetType IS DISTINCT FROM 'crypto', priceFeedId
    LIMIT 1
  ) AS feed,
  '24h' AS range,
  'prices' AS levels,
  48 AS points, -- so that a step holds several updates also where few were loaded
  50 AS feedsAtOnce; -- so that all feeds can be ranked by what the charts are drawn from
