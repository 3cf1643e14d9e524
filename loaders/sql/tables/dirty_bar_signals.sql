-- The bars of watched hours that are beyond the limit of a rule. Internal.
-- Grain: (priceFeedId, publishedAt, rule).
-- Source: dirty_minutes, dirty_stalls, dirty_watched, rules.
-- Columns as dirty_signals.
WITH watching AS (
  FROM rules_of('dirty_watched')
), judged AS (
  SELECT priceFeedId, publishedAt, value, since, 'stalled' AS kind, NULL::BIGINT AS reference
  FROM stalled_values('dirty_stalls', windowSeconds)
  UNION ALL
  SELECT *, publishedAt, 'jump', NULL FROM jump_values('dirty_minutes')
  UNION ALL
  SELECT *, publishedAt, 'deviates', NULL FROM deviates_values('dirty_minutes')
  UNION ALL
  SELECT
    own.priceFeedId,
    own.startedAt,
    deviation_bps(own.close, other.close, own.meanConfidenceBps),
    own.startedAt,
    'deviates',
    reference
  FROM watching
  JOIN dirty_minutes AS own ON own.priceFeedId = watching.priceFeedId
  JOIN dirty_minutes AS other ON other.priceFeedId = reference AND other.startedAt = own.startedAt
  WHERE kind = 'deviates' AND own.marketSession <> 'closed' AND other.marketSession <> 'closed'
)
SELECT *
FROM (
  SELECT judged.*, make_timestamp(hour_us(publishedAt)) AS hour, watching.* EXCLUDE (priceFeedId, kind, reference)
  FROM judged
  JOIN watching
    ON watching.priceFeedId = judged.priceFeedId
    AND watching.kind = judged.kind
    AND coalesce(watching.reference, -1) = coalesce(judged.reference, -1)
  WHERE CASE judged.kind WHEN 'stalled' THEN value < "limit" ELSE value > "limit" END
)
SEMI JOIN dirty_watched USING (priceFeedId, hour)
