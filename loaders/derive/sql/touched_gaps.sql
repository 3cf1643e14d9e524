-- The times between updates of the touched hours, counted by their length to the millisecond: most are one of a few. The
-- usual one is their median, of an even number the smaller. A gap is over one and a half of it, and of the shortest of
-- three before, and of three after: where a feed goes from one step to another, that is no gap; and one between two steps
-- has as much room as the longer of them leaves. Internal.
-- Grain: slot.
-- Source: touched_prices.
-- Columns as quality_hours, and:
--   slot: the number of the hour of a feed
--   roomWithin: updates that had room in the gaps between two updates of the hour [updates]
--   twice: whether two updates are of one instant
WITH lengths AS (
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
), usuals AS (
  SELECT *, min(step) FILTER (2 * upTo >= inAll) OVER (PARTITION BY slot) AS usual
  FROM (
    SELECT
      *,
      sum(steps) OVER (PARTITION BY slot ORDER BY step NULLS LAST) AS upTo,
      sum(steps) OVER (PARTITION BY slot) AS inAll
    FROM lengths
  )
), hours AS (
  SELECT
    slot,
    min(firstAt) AS firstAt,
    max(lastAt) AS lastAt,
    max(step) AS longest,
    CASE WHEN sum(steps) > 1 THEN any_value(usual) END AS usual,
    coalesce(bool_or(step = 0), false) AS twice
  FROM usuals
  GROUP BY slot
), steps AS ( -- in their order, of the few hours that may have a gap
  SELECT slot, usual, us, (us - lag(us) OVER (PARTITION BY slot ORDER BY us)) // 1000 AS step
  FROM (SELECT slot, epoch_us(publishedAt) AS us FROM touched_prices)
  JOIN (SELECT slot, usual FROM hours WHERE longest > 1.5 * usual) AS suspected USING (slot)
), placed AS (
  SELECT
    *,
    least(lag(step) OVER hourly, lag(step, 2) OVER hourly, lag(step, 3) OVER hourly) AS leastBefore,
    least(lead(step) OVER hourly, lead(step, 2) OVER hourly, lead(step, 3) OVER hourly) AS leastAfter
  FROM steps
  WINDOW hourly AS (PARTITION BY slot ORDER BY us)
), found AS (
  SELECT
    slot,
    count(*)::INTEGER AS gaps,
    sum(step - usual) AS silent,
    sum(step / greatest(usual, leastBefore, leastAfter, 1) - 1) AS room
  FROM placed
  WHERE step > 1.5 * usual AND step > 1.5 * coalesce(leastBefore, 0) AND step > 1.5 * coalesce(leastAfter, 0)
  GROUP BY slot
)
SELECT
  slot,
  firstAt,
  lastAt,
  longest / 1000 AS gapSeconds,
  usual / 1000 AS stepSeconds,
  CASE WHEN usual IS NOT NULL THEN coalesce(gaps, 0) END AS gaps,
  CASE WHEN usual IS NOT NULL THEN coalesce(silent, 0) / 1000 END AS silentSeconds,
  CASE WHEN usual IS NOT NULL THEN coalesce(room, 0) END AS roomWithin,
  twice
FROM hours
LEFT JOIN found USING (slot)
