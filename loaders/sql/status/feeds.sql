-- One row per feed that has updates, or was asked for and did not come, or had entries rejected; the worst state of
-- feed_states first.
WITH held AS (
  SELECT
    priceFeedId,
    sum(rows)::BIGINT AS rows,
    coalesce(max(lastPublishedAt) FILTER (dated), max(lastPublishedAt)) AS lastPublishedAt
  FROM feed_held
  GROUP BY priceFeedId
), refused AS (
  SELECT feed_of_entry(entry) AS priceFeedId, count(*) AS rejected
  FROM rejected_entries
  GROUP BY ALL
  HAVING priceFeedId >= 0 -- others have no readable id
)
SELECT
  priceFeedId,
  symbol,
  lastPublishedAt,
  round(ageSeconds, 1) AS ageSeconds,
  coalesce(feed_states.state, 'never') AS state,
  marketSession,
  coalesce(rows, 0) AS rows,
  coalesce(rejected, 0) AS rejected
FROM feed_states
FULL JOIN refused USING (priceFeedId)
LEFT JOIN held USING (priceFeedId)
LEFT JOIN feeds USING (priceFeedId)
WHERE rows > 0 OR rejected > 0 OR feed_states.state = 'missing'
ORDER BY
  state_rank(coalesce(nullif(feed_states.state, 'never'), 'unknown')), -- all entries of these were rejected
  CASE WHEN feed_states.state = 'stale' THEN -ageSeconds END,
  rejected DESC,
  priceFeedId
