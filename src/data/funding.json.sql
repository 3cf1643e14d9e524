-- The opening of funding.md: the feeds with rates, the other feeds, and the view whose queries the build answers.
-- answers: ../funding.md

-- name: meta
FROM meta;

-- name: parts
FROM snapshot_parts;

-- name: feeds
SELECT
  priceFeedId,
  symbol,
  name,
  nullif(split_part(split_part(symbol, '.', 3), '/', 1), '') AS "group" -- FundingRate.Binance.BTC/USDT
FROM feeds
SEMI JOIN (SELECT priceFeedId FROM funding UNION SELECT priceFeedId FROM funding_1d) AS rated USING (priceFeedId)
ORDER BY "group" NULLS LAST, symbol, priceFeedId;

-- name: others
SELECT priceFeedId, symbol
FROM feeds
ANTI JOIN (SELECT priceFeedId FROM funding UNION SELECT priceFeedId FROM funding_1d) AS rated USING (priceFeedId)
ORDER BY priceFeedId;

-- name: pick
WITH rated AS (
  SELECT priceFeedId, symbol, split_part(split_part(symbol, '.', 3), '/', 1) AS underlying
  FROM feeds
  SEMI JOIN (SELECT priceFeedId FROM funding UNION SELECT priceFeedId FROM funding_1d) AS rates USING (priceFeedId)
), first AS (
  FROM rated ORDER BY priceFeedId LIMIT 1
)
SELECT
  list(rated.priceFeedId ORDER BY rated.symbol) AS feeds, -- all feeds of its underlying
  '7d' AS range,
  'funding' AS levels,
  5 AS costs, -- of a pair of positions [bps]
  7 AS hold -- for how long it is held [d]
FROM rated
JOIN first ON first.priceFeedId = rated.priceFeedId OR first.underlying = rated.underlying;
