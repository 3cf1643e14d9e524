-- The updates of dirty hours that are beyond the limit of a rule: `value` is what the rule judges, `since` when that began, and
-- `windowSeconds` how long it has to last. Stale by default has no limit here: `events` has the feed's limit.
WITH judged AS (
  SELECT *, 'stale' AS kind, 60 AS minimum FROM stale_values('dirty_prices')
  UNION ALL BY NAME
  SELECT *, 'crossed' AS kind FROM crossed_values('dirty_prices')
  UNION ALL BY NAME
  SELECT *, 'spread' AS kind FROM spread_values('dirty_prices')
  UNION ALL BY NAME
  SELECT *, 'confidence' AS kind FROM confidence_values('dirty_prices')
  UNION ALL BY NAME
  SELECT *, 'publishers' AS kind FROM publishers_values('dirty_prices')
  UNION ALL BY NAME
  SELECT *, 'rate' AS kind FROM rate_values('dirty_prices')
)
SELECT
  judged.* EXCLUDE (minimum),
  make_timestamp(hour_us(publishedAt)) AS hour,
  publishedAt AS since,
  dirty_rules.* EXCLUDE (priceFeedId, kind, reference)
    REPLACE (coalesce("limit", CASE judged.kind WHEN 'publishers' THEN minimum END) AS "limit")
FROM judged
JOIN dirty_rules ON dirty_rules.priceFeedId = judged.priceFeedId AND dirty_rules.kind = judged.kind
WHERE CASE judged.kind
  WHEN 'publishers' THEN value < coalesce("limit", minimum)
  ELSE value > coalesce("limit", minimum)
END
