-- Days on which a field began, stopped or came back, or on which its values began to become null. Columns of the first
-- day do not count, but fields without a column do.
-- Grain: (startedAt, field, change).
-- Source: field_days.
-- Example: SELECT startedAt, field, change, shareBefore, share FROM field_changes ORDER BY startedAt DESC, field
-- Columns as field_days, and:
--   change: new (never seen before), stopped, back or coerced (values that do not fit the column's type)
--   shareBefore: share of the day before that has updates of these feeds [fraction]
WITH followed AS (
  SELECT
    *,
    lag(share) OVER earlier AS shareBefore,
    lag(priceFeedId) OVER earlier AS feedBefore,
    coalesce(sum(present) OVER (earlier ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS presentBefore,
    lag(coercions, 1, 0) OVER earlier AS coercionsBefore
  FROM field_days
  WINDOW earlier AS (PARTITION BY field ORDER BY startedAt)
)
SELECT
  startedAt,
  field,
  CASE WHEN present = 0 THEN 'stopped' WHEN presentBefore = 0 THEN 'new' ELSE 'back' END AS change,
  shareBefore,
  share,
  coercions,
  coalesce(priceFeedId, feedBefore) AS priceFeedId
FROM followed
WHERE (share = 0 AND shareBefore > 0)
  OR (share > 0 AND shareBefore = 0)
  OR (share > 0 AND shareBefore IS NULL AND NOT hasColumn)
UNION ALL
SELECT startedAt, field, 'coerced', shareBefore, share, coercions, coalesce(priceFeedId, feedBefore)
FROM followed
WHERE coercions > 0 AND coercionsBefore = 0
