-- What prices.md opens with: the feeds to pick from, and the view whose queries the build answers.
-- answers: ../prices.md

-- name: meta
FROM meta;

-- name: feeds
SELECT priceFeedId, symbol, name, assetType AS "group", exponent
FROM feeds
WHERE assetType IS DISTINCT FROM 'funding-rate' AND updates > 0
ORDER BY assetType, symbol, priceFeedId;

-- name: pick
SELECT
  (
    SELECT priceFeedId
    FROM feeds
    WHERE assetType IS DISTINCT FROM 'funding-rate' AND updates > 0
    ORDER BY assetType IS DISTINCT FROM 'crypto', priceFeedId
    LIMIT 1
  ) AS feed,
  CASE WHEN lastPublishedAt - firstPublishedAt < INTERVAL 20 HOUR THEN 'all' ELSE '24h' END AS range,
  greatest(firstPublishedAt, lastPublishedAt - INTERVAL 24 HOUR) AS "from",
  lastPublishedAt AS until,
  greatest(1, ceil(date_diff('second', "from", until) / 1440)) AS step -- some 1 440 points
FROM meta;
