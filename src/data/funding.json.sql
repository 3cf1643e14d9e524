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
), span AS (
  SELECT
    CASE WHEN epoch(lastPublishedAt) - epoch(firstPublishedAt) < 6 * 86400 THEN 'all' ELSE '7d' END AS range,
    view_start(firstPublishedAt, lastPublishedAt, INTERVAL 7 DAY) AS "from",
    lastPublishedAt AS until,
    epoch(until) - epoch("from") AS seconds
  FROM meta
), drawn AS (
  SELECT *, resolution_of('funding', (SELECT count(*) FROM rated), "from", until) AS resolution
  FROM span
), alike AS (
  SELECT list(feeds.priceFeedId ORDER BY symbol) AS feeds
  FROM feeds
  SEMI JOIN rated USING (priceFeedId)
  JOIN first
    ON first.priceFeedId = feeds.priceFeedId
    OR first.underlying = split_part(split_part(symbol, '.', 3), '/', 1)
)
SELECT
  feeds,
  range,
  "from",
  until,
  "from" AS first,
  until AS last,
  resolution AS whole,
  'funding' AS levels,
  resolution,
  greatest(step_of(seconds, 270 / coalesce(len(feeds), 1)), seconds_of(resolution)) AS step -- as many pixels as a phone has, shared by all
FROM drawn, alike;
