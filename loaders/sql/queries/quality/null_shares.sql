-- How often each column of a feed's updates is null, over the clock hours that a time touches, for those 40 feeds that a
-- search finds whose shares of nulls vary most. A column that is always null is so by design.
-- Grain: (feed, columnName), the oddest feed first.
-- Source: quality_1h, feed_stats.
-- Example: FROM null_shares(last_update() - INTERVAL 24 HOUR, last_update())
-- Columns:
--   feed: its symbol, with the id if several feeds have this symbol; without a symbol the id
--   columnName: the column of feed_updates
--   nulls: updates in which it is null [updates]
--   received: updates in all [updates]
--   share: nulls over received [fraction]
CREATE OR REPLACE {{temp}}MACRO null_shares(since, until, search := '') AS TABLE
WITH counted AS (
  SELECT
    priceFeedId,
    coalesce(symbol || CASE WHEN namesakes > 1 THEN ' (' || priceFeedId || ')' ELSE '' END, 'feed ' || priceFeedId) AS feed,
    received,
    COLUMNS('^null')
  FROM quality_1h
  JOIN (SELECT *, count(*) OVER (PARTITION BY symbol) AS namesakes FROM feed_stats) USING (priceFeedId)
  WHERE startedAt >= time_bucket(to_hours(1), since::TIMESTAMP)
    AND startedAt <= until::TIMESTAMP
    AND is_found(priceFeedId, symbol, name, assetType, search)
), shares AS (
  SELECT
    priceFeedId,
    feed,
    columnName,
    sum(nulls)::DOUBLE AS nulls,
    sum(received)::DOUBLE AS received,
    finite_or_null(sum(nulls) / nullif(sum(received), 0)) AS share
  FROM (UNPIVOT counted ON COLUMNS('^null') INTO NAME columnName VALUE nulls)
  GROUP BY ALL
), oddest AS (
  SELECT
    priceFeedId,
    row_number() OVER (ORDER BY max(share) FILTER (share < 1) DESC NULLS LAST, feed, priceFeedId) AS place
  FROM shares
  GROUP BY priceFeedId, feed
  QUALIFY place <= 40
)
SELECT feed, columnName[5:] AS columnName, nulls, received, share
FROM shares
JOIN oddest USING (priceFeedId)
ORDER BY place, columnName;
