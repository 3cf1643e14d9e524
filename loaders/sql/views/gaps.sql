-- Times without an update that are longer than 1.5 times the feed's usual step there (see is_gap), and times at which the feed
-- was requested and did not come. Before a feed's first update and after its last, only requested instants are gaps.
-- Grain: (priceFeedId, startedAt).
-- Source: gap_runs, feed_schedules.
-- Example: SELECT priceFeedId, startedAt, resumedAt, missing, reason FROM gaps ORDER BY startedAt DESC LIMIT 20
-- Columns as feeds, and:
--   startedAt: the first missing instant
--   endedAt: the last missing instant
--   resumedAt: when the next update is due or came
--   stepSeconds: usual time between two updates there; null if the feed has too few [s]
--   seconds: time that the missing updates stand for [s]
--   missing: updates that are missing: requested instants, or as many as the gap has room for [updates]
--   reason: nothing there (requested, but no update exists), other instant (the service answered with another instant), not
--     asked (not requested), or market closed (any of these in which no session is open by the feed's schedules; without
--     schedules, any of these within four days in the closed session)
--   asked: whether it was requested
SELECT
  priceFeedId,
  startedAt,
  endedAt,
  resumedAt,
  stepSeconds,
  (epoch_us(endedAt) - epoch_us(startedAt)) / 1e6 + coalesce(stepSeconds, 0) AS seconds,
  missing,
  CASE
    WHEN calendar.schedules IS NULL AND closed AND endedAt - startedAt < INTERVAL 4 DAY -- no market is closed for longer
      OR NOT list_bool_or([
        is_open(hours.schedule, startedAt)
          OR is_open(hours.schedule, endedAt)
          OR list_bool_or(flatten([
            [
              clock_at(day, clock, split_part(hours.schedule, ';', 1)) BETWEEN startedAt AND endedAt
              FOR clock IN regexp_extract_all(hours_on(hours.schedule, day), '([0-9]{4})-', 1)
            ]
            FOR day IN range(date_trunc('day', startedAt) - INTERVAL 1 DAY, endedAt + INTERVAL 1 DAY, INTERVAL 1 DAY)
          ]))
        FOR hours IN calendar.schedules
        IF coalesce(startedAt >= hours.begunAt, true) AND coalesce(startedAt < hours.endedAt, true)
      ])
      THEN 'market closed'
    ELSE kind
  END AS reason,
  kind <> 'not asked' AS asked
FROM (
  SELECT
    priceFeedId,
    min(startedAt + CASE WHEN lastAt IS NULL THEN usualStep ELSE INTERVAL 0 SECOND END) AS startedAt,
    max(coalesce(lastAt, greatest(resumedAt - usualStep, startedAt + usualStep))) AS endedAt,
    max(resumedAt) AS resumedAt,
    max(stepSeconds) AS stepSeconds,
    sum(coalesce(missing, round(epoch(resumedAt - startedAt) / nullif(stepSeconds, 0)) - 1))::BIGINT AS missing,
    any_value(kind) AS kind,
    bool_and(closed) AS closed
  FROM (
    SELECT
      *,
      to_microseconds(round(1e6 * stepSeconds)::BIGINT) AS usualStep,
      sum((NOT continues)::INTEGER) OVER (PARTITION BY priceFeedId ORDER BY startedAt, kind = 'not asked') AS run
    FROM gap_runs
    WHERE kind NOT IN ('first', 'last')
  )
  GROUP BY priceFeedId, run
)
LEFT JOIN (
  SELECT
    priceFeedId,
    list({'schedule': schedule, 'begunAt': feed_schedules.since, 'endedAt': feed_schedules.until}) AS schedules
  FROM feed_schedules
  WHERE schedule IS NOT NULL
  GROUP BY priceFeedId
) AS calendar USING (priceFeedId)
