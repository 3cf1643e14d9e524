-- The bars of watched hours that are beyond the limit of a rule, with the columns of dirty_signals.
WITH referring AS (
  SELECT DISTINCT priceFeedId, reference FROM dirty_rules WHERE reference IS NOT NULL
), stalls AS ( -- for each time in which the price has to move
  SELECT *
  FROM dirty_minutes
  JOIN (SELECT DISTINCT priceFeedId, windowSeconds FROM dirty_rules WHERE kind = 'stalled') AS times USING (priceFeedId)
), judged AS (
  SELECT *, 'stalled' AS kind, NULL::BIGINT AS reference FROM stalled_values('stalls', windowSeconds)
  UNION ALL
  SELECT *, publishedAt, NULL, 'jump', NULL FROM jump_values('dirty_minutes')
  UNION ALL
  SELECT *, publishedAt, NULL, 'deviates', NULL FROM deviates_values('dirty_minutes')
  UNION ALL
  SELECT
    own.priceFeedId,
    own.startedAt,
    deviation_bps(own.close, other.close, own.meanConfidenceBps),
    own.startedAt,
    NULL,
    'deviates',
    reference
  FROM (FROM dirty_minutes SEMI JOIN referring USING (priceFeedId)) AS own -- first, as all pairs of feeds are many
  JOIN referring ON referring.priceFeedId = own.priceFeedId
  JOIN dirty_minutes AS other ON other.priceFeedId = reference AND other.startedAt = own.startedAt
  WHERE own.marketSession <> 'closed' AND other.marketSession <> 'closed'
)
SELECT
  judged.* EXCLUDE (windowSeconds),
  make_timestamp(hour_us(publishedAt)) AS hour,
  dirty_rules.* EXCLUDE (priceFeedId, kind, reference)
FROM judged
JOIN dirty_rules
  ON dirty_rules.priceFeedId = judged.priceFeedId
  AND dirty_rules.kind = judged.kind
  AND dirty_rules.reference IS NOT DISTINCT FROM judged.reference
  AND dirty_rules.windowSeconds = coalesce(judged.windowSeconds, dirty_rules.windowSeconds)
SEMI JOIN dirty_watched ON dirty_watched.priceFeedId = judged.priceFeedId AND epoch_us(hour) = hour_us(publishedAt)
WHERE CASE judged.kind WHEN 'stalled' THEN value < "limit" ELSE value > "limit" END
