-- The updates of dirty hours that are beyond the limit of a rule: `value` is what the rule judges, `since` when that began, and
-- `windowSeconds` how long it has to last.
WITH judged AS (
  SELECT *, 'stale' AS kind FROM stale_values('dirty_prices')
  UNION ALL
  SELECT *, 'crossed' FROM crossed_values('dirty_prices')
  UNION ALL
  SELECT *, 'spread' FROM spread_values('dirty_prices')
  UNION ALL
  SELECT *, 'confidence' FROM confidence_values('dirty_prices')
  UNION ALL
  SELECT *, 'publishers' FROM publishers_values('dirty_prices')
  UNION ALL
  SELECT *, 'rate' FROM rate_values('dirty_prices')
)
SELECT
  judged.*,
  make_timestamp(hour_us(publishedAt)) AS hour,
  publishedAt AS since,
  dirty_rules.* EXCLUDE (priceFeedId, kind, reference)
FROM judged
JOIN dirty_rules ON dirty_rules.priceFeedId = judged.priceFeedId AND dirty_rules.kind = judged.kind
WHERE CASE judged.kind WHEN 'publishers' THEN value < "limit" ELSE value > "limit" END
