-- Events: times in which a feed breaks a rule, from the first update beyond the limit to the first one that is within it. A
-- breach that is shorter than the rule's time makes no event. An event of the rule gap is a time without requested updates; it
-- is open while the feed has no update after it. A changed funding interval is an event of an instant.
-- Grain: eventId.
-- Source: event_runs, bar_runs, quality_hours, bars_1h, gaps, funding_intervals, feed_states, rules.
-- Example: FROM events WHERE endedAt IS NULL ORDER BY severity, startedAt
-- Columns as feeds, and:
--   eventId: the rule, the feed and the beginning [Unix µs], so that it stays the same
--   rule: name of the rule
--   kind: kind of the rule
--   severity: warning or critical
--   startedAt: when it began
--   endedAt: when it ended; null while it is open
--   worst: the value farthest beyond the limit [unit]
--   limit: the limit [unit]
--   unit: unit of worst and limit
--   windowSeconds: how long it had to last, for crossed in at least five updates; for stalled, the time in which the price hardly
--     moved [s]
--   responseId: the response of the update that began it; null for a gap and a changed interval
--   entryIndex: place of that update in the response, from 0
--   publishedAt: when that update was published
WITH runs AS (
  FROM event_runs
  UNION ALL BY NAME
  FROM bar_runs
), hours AS (
  SELECT
    priceFeedId,
    startedAt AS hour,
    lag(startedAt) OVER feed AS previousHour,
    lead(firstAt) OVER feed AS followedAt
  FROM quality_hours
  SEMI JOIN runs USING (priceFeedId)
  WHERE received > 0
  WINDOW feed AS (PARTITION BY priceFeedId ORDER BY startedAt)
), placed AS (
  SELECT
    runs.*,
    coalesce(nextAt, followedAt) AS calmAt,
    (
      isFirst
      AND lag(nextAt IS NULL) OVER feed
      AND lag(time_bucket(INTERVAL 1 HOUR, runs.startedAt)) OVER feed = previousHour
    ) IS NOT TRUE AS begins
  FROM runs
  JOIN hours ON hours.priceFeedId = runs.priceFeedId AND hour = time_bucket(INTERVAL 1 HOUR, runs.startedAt)
  WINDOW feed AS (PARTITION BY runs.priceFeedId, rule ORDER BY runs.startedAt)
), numbered AS (
  SELECT *, sum(begins::INTEGER) OVER (PARTITION BY priceFeedId, rule ORDER BY startedAt) AS event FROM placed
), joined AS (
  SELECT
    rule,
    any_value(kind) AS kind,
    any_value(severity) AS severity,
    priceFeedId,
    min(since) AS startedAt,
    arg_max_null(calmAt, startedAt) AS endedAt,
    CASE WHEN any_value(kind) IN ('publishers', 'stalled') THEN min(worst) ELSE max(worst) END AS worst,
    arg_min("limit", startedAt) AS "limit",
    any_value(unit) AS unit,
    arg_min(responseId, startedAt)::VARCHAR AS responseId,
    arg_min(entryIndex, startedAt) AS entryIndex,
    arg_min(publishedAt, startedAt) AS publishedAt,
    max(lastAt) AS lastAt,
    max(windowSeconds) AS windowSeconds
  FROM numbered
  GROUP BY priceFeedId, rule, event
  HAVING (any_value(kind) = 'stalled' OR epoch(max(lastAt)) - epoch(min(startedAt)) >= max(windowSeconds))
    AND (any_value(kind) <> 'crossed' OR sum(rows) >= 5)
), slow AS ( -- feeds whose updates are old even at best
  SELECT priceFeedId, 3 * quantile_disc(staleSeconds, 0.1) AS usualLimit
  FROM quality_hours
  JOIN bars_1h USING (priceFeedId, startedAt)
  SEMI JOIN (FROM event_runs WHERE "limit" IS NULL) AS judged USING (priceFeedId)
  WHERE marketSession = 'regular' AND staleSeconds IS NOT NULL
  GROUP BY priceFeedId
  HAVING count(*) >= 24
), missed AS (
  FROM (
    SELECT priceFeedId, startedAt, CASE WHEN startedAt > lastPublishedAt THEN NULL ELSE resumedAt END AS endedAt, seconds AS worst
    FROM gaps
    LEFT JOIN feed_stats USING (priceFeedId)
    WHERE reason <> 'market closed' AND (asked OR (priceFeedId, time_bucket(INTERVAL 1 HOUR, startedAt)) IN (
      SELECT (priceFeedId, startedAt) FROM quality_hours WHERE missing > 0
    ))
    UNION ALL
    SELECT priceFeedId, lastPublishedAt, NULL, silentSeconds
    FROM feed_states
    JOIN feed_stats USING (priceFeedId)
    WHERE feed_states.state = 'missing' AND lastPublishedAt IS NOT NULL
  )
  QUALIFY endedAt IS NOT NULL OR row_number() OVER (PARTITION BY priceFeedId, endedAt ORDER BY startedAt) = 1
), changed AS (
  SELECT priceFeedId, startedAt, startedAt AS endedAt, intervalHours AS worst, wasHours
  FROM funding_intervals
  WHERE wasHours IS NOT NULL
)
SELECT
  concat_ws('/', rule, priceFeedId, epoch_us(startedAt)) AS eventId,
  rule,
  kind,
  severity,
  priceFeedId,
  startedAt,
  endedAt,
  worst,
  "limit",
  unit,
  windowSeconds,
  responseId,
  entryIndex,
  publishedAt
FROM (
  SELECT * REPLACE (coalesce("limit", greatest(60, usualLimit)) AS "limit")
  FROM joined
  LEFT JOIN slow USING (priceFeedId)
  WHERE "limit" IS NOT NULL OR worst > coalesce(usualLimit, 60)
  UNION ALL BY NAME
  FROM missed
  JOIN rules_of(['missed']) USING (priceFeedId)
  WHERE kind = 'gap' AND worst > "limit" AND worst >= windowSeconds
  UNION ALL BY NAME
  SELECT
    * REPLACE (wasHours AS "limit", 'h' AS unit)
  FROM changed
  JOIN rules_of(['changed']) USING (priceFeedId)
  WHERE kind = 'rate'
)
