-- The opening of prices.md: the feeds to pick from, the other feeds, and the view whose queries the build answers.
-- answers: ../prices.md

-- name: meta
FROM meta;

-- name: parts
FROM snapshot_parts;

-- name: feeds
SELECT priceFeedId, symbol, name, assetType AS "group", exponent, confidence, stepSeconds
FROM feeds
LEFT JOIN (SELECT priceFeedId, stepSeconds FROM feed_states) USING (priceFeedId)
LEFT JOIN ( -- with the digits that prices are shown by
  SELECT priceFeedId, format('{:.1e}', arg_max(confidence, publishedAt))::DOUBLE AS confidence
  FROM prices
  GROUP BY priceFeedId
) USING (priceFeedId)
WHERE assetType IS DISTINCT FROM 'funding-rate' AND updates > 0
ORDER BY assetType, symbol, priceFeedId;

-- name: others
SELECT priceFeedId, symbol
FROM feeds
WHERE assetType IS NOT DISTINCT FROM 'funding-rate' OR updates = 0
ORDER BY priceFeedId;

-- name: pick
SELECT
  (
    SELECT priceFeedId
    FROM feeds
    WHERE assetType IS DISTINCT FROM 'funding-rate' AND updates > 0
    ORDER BY assetType IS DISTINCT FROM 'crypto', priceFeedId
    LIMIT 1
  ) AS feed,
  '24h' AS range,
  'prices' AS levels,
  'indexed' AS comparison,
  'line' AS draw,
  'shown' AS closed,
  []::BIGINT[] AS compared;
