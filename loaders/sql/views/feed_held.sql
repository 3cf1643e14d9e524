-- Totals of each feed: those stored with the derived tables, plus the updates that came since. Internal.
-- Grain: (priceFeedId, dated).
-- Source: feed_totals, derived_state, feed_updates.
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
WITH known AS ( -- the totals count the first `rows` rows; no row if some were deleted since
  SELECT
    CASE WHEN rows <= (SELECT count(*) FROM feed_updates) AND EXISTS (FROM feed_totals) THEN rows ELSE 0 END AS rows,
    horizon
  FROM derived_state
)
SELECT
  priceFeedId,
  dated,
  sum(rows)::BIGINT AS rows,
  sum(fundingRates)::BIGINT AS fundingRates,
  min(firstPublishedAt) AS firstPublishedAt,
  max(lastPublishedAt) AS lastPublishedAt,
  arg_max(exponent, exponentAt) AS exponent,
  max(exponentAt) AS exponentAt,
  arg_max_null(feedUpdateTimestamp, lastPublishedAt) AS feedUpdateTimestamp,
  arg_max_null(marketSession, lastPublishedAt) AS marketSession
FROM (
  FROM feed_totals WHERE (SELECT rows FROM known) > 0
  UNION ALL BY NAME
  FROM held_where(rowid >= (SELECT rows FROM known))
  UNION ALL BY NAME
  FROM held_where((rowid < (SELECT rows FROM known) AND publishedAt > (SELECT horizon FROM known)))
  UNION ALL BY NAME
  FROM held_where((rowid < (SELECT rows FROM known) AND publishedAt < TIMESTAMP '2000-01-01'))
)
GROUP BY priceFeedId, dated
