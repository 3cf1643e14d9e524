-- The splits of each feed, by the catalogue; also splits that took effect before the catalogue dropped them.
-- Grain: (priceFeedId, exDate).
-- Source: feeds, feed_changes, feed_schedules.
-- Example: FROM feed_splits ORDER BY effectiveAt DESC LIMIT 10
-- Columns as feeds, and:
--   exDate: the first day, in New York, with the new number of shares
--   effectiveAt: when the first session of that day opens, the pre-market's or the regular one's; 09:30 if that is unknown
--   factor: 25 for a 25-for-1 split; earlier prices over it compare with later ones [new shares per old share]
WITH listed AS (
  SELECT priceFeedId, more -> '$.corporate_actions' AS actions, NULL::TIMESTAMP AS removedAt FROM feeds
  UNION ALL
  SELECT priceFeedId, before::JSON, changedAt FROM feed_changes WHERE columnName = 'corporate_actions'
), splits AS (
  SELECT
    priceFeedId,
    removedAt,
    TRY_CAST(value ->> '$.activation.us_equity_ex_date.ex_date' AS DATE) AS exDate,
    TRY_CAST(value ->> '$.adjustment_factor_numerator' AS DOUBLE)
      / nullif(TRY_CAST(value ->> '$.adjustment_factor_denominator' AS DOUBLE), 0) AS factor
  FROM listed, json_each(CASE WHEN json_type(actions) = 'ARRAY' THEN actions END)
  WHERE (value ->> '$.event_type') = 'SPLIT'
), latest AS (
  SELECT priceFeedId, exDate, arg_max(factor, coalesce(removedAt, 'infinity'::TIMESTAMP)) AS factor
  FROM splits
  WHERE exDate IS NOT NULL AND factor > 0 AND isfinite(factor) AND (removedAt IS NULL OR removedAt > exDate)
  GROUP BY priceFeedId, exDate
), opened AS (
  SELECT
    priceFeedId,
    exDate,
    min(clock_at(exDate, regexp_extract(hours_on(schedule, exDate), '[0-9]{4}'), split_part(schedule, ';', 1))) AS opensAt
  FROM latest
  JOIN feed_schedules USING (priceFeedId)
  WHERE marketSession IN ('preMarket', 'regular') AND schedule IS NOT NULL AND hours_on(schedule, exDate) <> 'C'
    AND coalesce(feed_schedules.since <= exDate, true) AND coalesce(feed_schedules.until > exDate, true)
  GROUP BY priceFeedId, exDate
)
SELECT
  priceFeedId,
  exDate,
  coalesce(opensAt, clock_at(exDate, '0930', 'America/New_York')) AS effectiveAt,
  factor
FROM latest
LEFT JOIN opened USING (priceFeedId, exDate)
