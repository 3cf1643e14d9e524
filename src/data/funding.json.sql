-- What funding.md opens with: the feeds that have rates and those that do not, and the view whose queries the build answers.
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
  SELECT priceFeedId FROM funding
  UNION
  SELECT priceFeedId FROM funding_1d
), first AS (
  SELECT priceFeedId, split_part(split_part(symbol, '.', 3), '/', 1) AS underlying
  FROM feeds
  SEMI JOIN rated USING (priceFeedId)
  ORDER BY priceFeedId
  LIMIT 1
), alike AS (
  SELECT list(feeds.priceFeedId ORDER BY symbol) AS feeds
  FROM feeds
  SEMI JOIN rated USING (priceFeedId)
  JOIN first
    ON first.priceFeedId = feeds.priceFeedId
    OR first.underlying = split_part(split_part(symbol, '.', 3), '/', 1)
)
SELECT
  (FROM alike) AS feeds,
  'funding' AS levels,
  (SELECT step FROM opening_view('7d', 'funding', (SELECT count(*) FROM rated), 270)) AS singleStep, -- of one feed alone
  *
FROM opening_view(
  '7d',
  'funding',
  (SELECT count(*) FROM rated),
  270 / coalesce((SELECT len(feeds) FROM alike), 1) -- as many pixels as a phone has, shared by all
);
