-- Totals of the updates of each feed that meet a condition, in the columns of feed_held.
CREATE OR REPLACE {{temp}}MACRO held_where(condition) AS TABLE
SELECT
  priceFeedId,
  is_dated(publishedAt) AS dated,
  count(*) AS rows,
  count(fundingRate) AS fundingRates,
  min(publishedAt) AS firstPublishedAt,
  max(publishedAt) AS lastPublishedAt,
  arg_max(exponent, publishedAt) AS exponent,
  max(publishedAt) FILTER (exponent IS NOT NULL) AS exponentAt,
  arg_max_null(feedUpdateTimestamp, publishedAt) AS feedUpdateTimestamp,
  arg_max_null(marketSession, publishedAt) AS marketSession
FROM feed_updates
WHERE condition
GROUP BY ALL;
