-- Times between updates that cannot be judged by one hour alone: those from hour to hour, and those near the ends of each
-- hour, or in their place its usual step up to six times. Only for feeds that need it: with an hour of two updates or fewer,
-- with steps of several lengths near its ends, or with a few long steps. Internal: for quality_1h.
-- Grain: (series, instant).
-- Source: quality_hours.
-- Columns:
--   series: the feed
--   instant: an instant for each step, in their order
--   step: time since the update before [s]
--   ownStep: the same [s]
--   wanted: whether its usual step is asked for
--   startedAt: when the hour of the update begins that ends the step
--   within: whether the step lies within its hour, and no hour judges it alone
WITH feeds AS (
  SELECT priceFeedId
  FROM quality_hours
  WHERE firstAt IS NOT NULL
  GROUP BY priceFeedId
  HAVING
    bool_or(stepSeconds IS NULL OR edges IS NOT NULL)
    OR max(stepSeconds) FILTER (received <= 7) > 1.5 * min(stepSeconds)
), hours AS (
  SELECT
    *,
    lag(lastAt) OVER feed AS before,
    CASE
      WHEN edges IS NOT NULL THEN len(edges)
      WHEN lastAt = firstAt THEN 0
      WHEN stepSeconds IS NULL THEN 1
      ELSE least(received - 1, 6)
    END AS steps,
    edges IS NOT NULL OR received <= 5 AS unsure,
    lag(unsure) OVER feed AS unsureBefore
  FROM quality_hours
  SEMI JOIN feeds USING (priceFeedId)
  WHERE firstAt IS NOT NULL
  WINDOW feed AS (PARTITION BY priceFeedId ORDER BY startedAt)
)
SELECT
  priceFeedId AS series,
  firstAt AS instant,
  epoch(firstAt) - epoch(before) AS step,
  step AS ownStep,
  unsure OR unsureBefore AS wanted,
  startedAt,
  false AS within
FROM hours
UNION ALL
SELECT
  priceFeedId,
  firstAt + to_microseconds(place) AS instant,
  coalesce(edges[place].ms / 1000, stepSeconds, gapSeconds) AS step,
  step,
  stepSeconds IS NULL,
  startedAt,
  edges[place].missed IS NOT TRUE AND (place <= 5 OR place > steps - 5)
FROM (SELECT *, unnest(range(1, steps + 1)) AS place FROM hours)
