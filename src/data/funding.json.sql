-- What funding.md opens with: the feeds that have rates, and the view whose queries the build answers.
-- answers: ../funding.md

-- name: meta
FROM meta;

-- name: feeds
SELECT
  priceFeedId,
  symbol,
  name,
  nullif(split_part(split_part(symbol, '.', 3), '/', 1), '') AS "group" -- FundingRate.Binance.BTC/USDT
FROM feeds
SEMI JOIN funding USING (priceFeedId)
ORDER BY "group" NULLS LAST, symbol, priceFeedId;

-- name: pick
WITH first AS (
  SELECT priceFeedId, split_part(split_part(symbol, '.', 3), '/', 1) AS underlying
  FROM feeds
  SEMI JOIN funding USING (priceFeedId)
  ORDER BY priceFeedId
  LIMIT 1
)
SELECT
  (
    SELECT list(feeds.priceFeedId ORDER BY symbol)
    FROM feeds
    SEMI JOIN funding USING (priceFeedId)
    JOIN first
      ON first.priceFeedId = feeds.priceFeedId
      OR first.underlying = split_part(split_part(symbol, '.', 3), '/', 1)
  ) AS feeds,
  CASE WHEN lastPublishedAt - firstPublishedAt < INTERVAL 6 DAY THEN 'all' ELSE '7d' END AS range,
  greatest(firstPublishedAt, lastPublishedAt - INTERVAL 7 DAY) AS "from",
  lastPublishedAt AS until,
  greatest(1, ceil(date_diff('second', "from", until) / 480)) AS step -- some 480 points of each feed: rates move slowly
FROM meta;
