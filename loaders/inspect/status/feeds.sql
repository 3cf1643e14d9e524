-- One row per feed that has updates, or was asked for and did not come, or had entries rejected; the loudest first.
-- Parameters: lateSeconds.
-- ageSeconds is how old the newest update was when it was published: in a session that is open, old is `late`; a closed
-- market keeps its last update. `missing`: latest_price was asked for the feed since, and it did not come.
-- Updates that are not dated (see the macro) are `misdated` and never the newest; of a feed that has no others
-- the age is unknown.
WITH held AS (
  SELECT
    priceFeedId,
    sum(rows)::BIGINT AS rows,
    coalesce(sum(rows) FILTER (NOT dated), 0)::BIGINT AS misdated,
    min(firstPublishedAt) FILTER (dated) AS firstPublishedAt,
    coalesce(max(lastPublishedAt) FILTER (dated), max(lastPublishedAt)) AS lastPublishedAt,
    max(feedUpdateTimestamp) FILTER (dated) AS feedUpdateTimestamp,
    max(marketSession) FILTER (dated) AS marketSession
  FROM feed_held
  GROUP BY priceFeedId
), missed AS (
  SELECT TRY_CAST(feed AS BIGINT) AS priceFeedId, max(publishedAt) AS missedAt -- asked by symbol: null
  FROM (
    SELECT unnest(missingFeeds::VARCHAR[]) AS feed, publishedAt
    FROM responses
    WHERE endpoint = 'latest_price' AND httpStatus = 200 AND missingFeeds <> '[]'
  )
  GROUP BY ALL
  HAVING priceFeedId >= 0
), refused AS (
  SELECT feed_of_entry(entry) AS priceFeedId, count(*) AS rejected
  FROM rejected_entries
  GROUP BY ALL
  HAVING priceFeedId >= 0 -- the others have none that can be read
), standing AS (
  SELECT
    priceFeedId,
    symbol,
    lastPublishedAt,
    round((epoch_us(lastPublishedAt) - epoch_us(feedUpdateTimestamp)) / 1e6, 1) AS ageSeconds,
    CASE
      WHEN rows IS NULL OR missedAt > lastPublishedAt THEN 'missing'
      WHEN marketSession = 'closed' THEN 'closed'
      WHEN ageSeconds > $lateSeconds THEN 'late'
      WHEN ageSeconds IS NULL THEN 'unknown'
      ELSE 'ok'
    END AS state,
    marketSession,
    coalesce(rows, 0) AS rows,
    coalesce(rejected, 0) AS rejected,
    coalesce(misdated, 0) AS misdated,
    firstPublishedAt
  FROM held
  FULL JOIN missed USING (priceFeedId)
  FULL JOIN refused USING (priceFeedId)
  LEFT JOIN feeds USING (priceFeedId)
)
SELECT *
FROM standing
ORDER BY
  list_position(['late', 'missing', 'unknown', 'ok', 'closed'], state),
  CASE WHEN state = 'late' THEN -ageSeconds END,
  rejected DESC,
  priceFeedId
