-- The opening of feed.md: all feeds, also without updates, and the view whose queries the build answers.
-- answers: ../feed.md

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
ORDER BY assetType, symbol, priceFeedId;

-- name: pick
SELECT
  (
    SELECT priceFeedId
    FROM feeds
    WHERE updates > 0
    ORDER BY assetType IS DISTINCT FROM 'crypto', priceFeedId
    LIMIT 1
  ) AS feed,
  '24h' AS range,
  'prices' AS levels;
