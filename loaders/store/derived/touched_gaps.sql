-- The times between updates of the touched hours, counted by their length to the millisecond: most are one of a few. The
-- usual one is their median, of an even number the smaller. Internal.
-- Grain: slot.
-- Source: touched_prices.
-- Columns as quality_hours, and:
--   slot: the number of the hour of a feed
--   twice: whether two updates are of one instant
SELECT
  slot,
  min(firstAt) AS firstAt,
  max(lastAt) AS lastAt,
  max(step) / 1000 AS gapSeconds,
  CASE WHEN sum(steps) > 1 THEN any_value(usual) / 1000 END AS stepSeconds,
  CASE WHEN sum(steps) > 1 THEN coalesce(sum(steps) FILTER (step > 1.5 * usual), 0)::INTEGER END AS gaps,
  CASE
    WHEN sum(steps) > 1 THEN coalesce(sum(steps * (step - usual)) FILTER (step > 1.5 * usual), 0) / 1000
  END AS silentSeconds,
  coalesce(bool_or(step = 0), false) AS twice
FROM (
  SELECT *, min(step) FILTER (2 * upTo >= inAll) OVER (PARTITION BY slot) AS usual
  FROM (
    SELECT
      *,
      sum(steps) OVER (PARTITION BY slot ORDER BY step NULLS LAST) AS upTo,
      sum(steps) OVER (PARTITION BY slot) AS inAll
    FROM (
      SELECT
        slot,
        (us - previousUs) // 1000 AS step,
        count(previousUs) AS steps,
        make_timestamp(min(us)) AS firstAt,
        make_timestamp(max(us)) AS lastAt
      FROM (
        SELECT slot, us, lag(us) OVER (PARTITION BY slot ORDER BY us) AS previousUs
        FROM (SELECT slot, epoch_us(publishedAt) AS us FROM touched_prices)
      )
      GROUP BY slot, step
    )
  )
)
GROUP BY slot
