-- What is held of each feed: its totals of what is derived already, and the updates that came since. Internal.
-- Grain: (priceFeedId, dated).
-- Source: feed_totals, known_rows, feed_updates.
-- Columns as held_where.
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
  FROM feed_totals WHERE (SELECT rows FROM known_rows) > 0
  UNION ALL BY NAME
  FROM held_where(rowid >= (SELECT rows FROM known_rows))
  UNION ALL BY NAME
  FROM held_where((rowid < (SELECT rows FROM known_rows) AND publishedAt > (SELECT horizon FROM known_rows)))
  UNION ALL BY NAME
  FROM held_where((rowid < (SELECT rows FROM known_rows) AND publishedAt < TIMESTAMP '2000-01-01'))
)
GROUP BY priceFeedId, dated
