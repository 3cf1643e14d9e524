-- Totals of the updates that meet a condition. Internal.
-- Grain: (priceFeedId, dated).
-- Source: feed_updates.
-- Columns:
--   priceFeedId: the feed
--   dated: whether its updates have a date that can be
--   rows: updates [updates]
--   fundingRates: updates that have a funding rate [updates]
--   firstPublishedAt: when the first was published
--   lastPublishedAt: when the last was published
--   exponent: the last that came [power of ten]
--   exponentAt: when that was published
--   feedUpdateTimestamp: when the feed last changed by itself, by the last update
--   marketSession: the session of the last update
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
