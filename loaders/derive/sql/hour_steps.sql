-- Times between updates where an hour alone does not show a feed's usual step, as it has two updates or one: from hour to
-- hour, within those hours, and for each other hour its usual step, up to five times. Internal: for usual_steps.
-- Grain: (series, instant).
-- Source: quality_hours.
-- Columns:
--   series: the feed
--   instant: when the step ends
--   step: time since the update before [s]
--   ownStep: the same [s]
--   wanted: whether an hour on either side does not show its step
WITH hours AS (
  SELECT *, lag(lastAt) OVER feed AS before, lag(stepSeconds) OVER feed AS previousStep
  FROM quality_hours
  WHERE firstAt IS NOT NULL
    AND priceFeedId IN (SELECT priceFeedId FROM quality_hours WHERE firstAt IS NOT NULL AND stepSeconds IS NULL)
  WINDOW feed AS (PARTITION BY priceFeedId ORDER BY startedAt)
)
SELECT
  priceFeedId AS series,
  firstAt AS instant,
  epoch(firstAt) - epoch(before) AS step,
  step AS ownStep,
  stepSeconds IS NULL OR previousStep IS NULL AS wanted
FROM hours
UNION ALL
SELECT
  priceFeedId,
  lastAt - to_microseconds(unnest(range(CASE WHEN stepSeconds IS NOT NULL THEN least(received - 1, 5) ELSE 1 END))) AS instant,
  coalesce(stepSeconds, gapSeconds) AS step,
  step,
  stepSeconds IS NULL
FROM hours
WHERE lastAt > firstAt
