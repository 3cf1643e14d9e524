-- When each session of a feed is open, by the catalogue. A schedule that changed has a row for each version.
-- Grain: (priceFeedId, marketSession, since).
-- Source: feeds, feed_changes.
-- Example: SELECT marketSession, schedule FROM feed_schedules WHERE priceFeedId = 922 AND until IS NULL ORDER BY ALL
-- Columns as feeds, and:
--   marketSession: the session, as updates name it
--   schedule: its hours, zone;Mon,…,Sun;holidays: O is open, C closed; 1127/0930-1300 is the 27th of November of each year.
--     Null if it is missing, or has an unknown form
--   minPublishers: publishers that a price needs in the session [publishers]
--   since: when the catalogue first had it; null: it had no other before
--   until: when the catalogue had another; null: it still has it
WITH changes AS (
  SELECT priceFeedId, changedAt, columnName, before
  FROM feed_changes
  WHERE columnName IN ('schedule', 'market_sessions', 'market_session_schedule')
), versions AS ( -- begunAt and endedAt are since and until, which are names of arguments of macros
  SELECT *, lead(begunAt) OVER (PARTITION BY priceFeedId ORDER BY begunAt NULLS FIRST) AS endedAt
  FROM (SELECT priceFeedId, NULL::TIMESTAMP AS begunAt FROM feeds UNION SELECT priceFeedId, changedAt FROM changes)
), fields AS ( -- each field as it was until its next change, or as it is
  SELECT
    versions.priceFeedId,
    versions.begunAt,
    versions.endedAt,
    arg_min({'text': before}, changedAt) FILTER (columnName = 'schedule') AS schedule,
    arg_min({'text': before}, changedAt) FILTER (columnName = 'market_sessions') AS sessions,
    arg_min({'text': before}, changedAt) FILTER (columnName = 'market_session_schedule') AS schedules
  FROM versions
  LEFT JOIN changes ON changes.priceFeedId = versions.priceFeedId AND changedAt >= versions.endedAt
  GROUP BY ALL
), texts AS (
  SELECT
    priceFeedId,
    fields.begunAt,
    fields.endedAt,
    state = 'stable' AS stable,
    minPublishers AS usualMinimum,
    CASE WHEN fields.schedule IS NULL THEN feeds.schedule ELSE (fields.schedule).text::JSON ->> '$' END AS schedule,
    CASE WHEN sessions IS NULL THEN more -> '$.market_sessions' ELSE sessions.text::JSON END AS sessions,
    CASE WHEN schedules IS NULL THEN more -> '$.market_session_schedule' ELSE schedules.text::JSON END AS schedules
  FROM fields
  JOIN feeds USING (priceFeedId)
), found AS (
  SELECT
    priceFeedId,
    begunAt,
    endedAt,
    usualMinimum,
    key AS name,
    value ->> '$.schedule' AS schedule,
    TRY_CAST(value ->> '$.min_pub' AS INTEGER) AS minPublishers,
    1 AS rank
  FROM texts, json_each(CASE WHEN json_type(sessions) = 'OBJECT' THEN sessions END)
  WHERE NOT coalesce(stable AND (value ->> '$.state') IN ('coming_soon', 'inactive'), false) -- it has no prices yet, or any more
  UNION ALL
  SELECT priceFeedId, begunAt, endedAt, usualMinimum, key, value ->> '$', NULL, 2
  FROM texts, json_each(CASE WHEN json_type(schedules) = 'OBJECT' AND json_type(sessions) IS DISTINCT FROM 'OBJECT' THEN schedules END)
  UNION ALL
  SELECT priceFeedId, begunAt, endedAt, usualMinimum, 'regular', schedule, NULL, 3
  FROM texts
  WHERE schedule IS NOT NULL
), named AS (
  SELECT
    priceFeedId,
    -- over_night is overNight in updates
    array_to_string(
      [CASE WHEN i = 1 THEN part ELSE upper(part[1]) || part[2:] END FOR part, i IN string_split(name, '_')],
      ''
    ) AS marketSession,
    found.begunAt,
    found.endedAt,
    CASE
      WHEN regexp_matches(arg_min(schedule, rank), '{{form}}')
        AND lower(split_part(arg_min(schedule, rank), ';', 1)) IN (SELECT lower(name) FROM pg_timezone_names())
        AND list_bool_and([hours[1:4] < hours[6:9] FOR hours IN regexp_extract_all(arg_min(schedule, rank), '[0-9]{4}-[0-9]{4}')])
          IS NOT false
        THEN arg_min(schedule, rank)
    END AS schedule,
    coalesce(max(minPublishers), any_value(usualMinimum)) AS minPublishers
  FROM found
  GROUP BY ALL
), runs AS (
  SELECT *, count(*) FILTER (differs) OVER (PARTITION BY priceFeedId, marketSession ORDER BY begunAt NULLS FIRST) AS run
  FROM (
    SELECT
      *,
      (lag(endedAt) OVER session, lag(schedule) OVER session, lag(named.minPublishers) OVER session)
        IS DISTINCT FROM (begunAt, schedule, named.minPublishers) AS differs
    FROM named
    WINDOW session AS (PARTITION BY priceFeedId, marketSession ORDER BY begunAt NULLS FIRST)
  )
)
SELECT
  priceFeedId,
  marketSession,
  any_value(schedule) AS schedule,
  any_value(minPublishers) AS minPublishers,
  arg_min_null(begunAt, coalesce(begunAt, '-infinity')) AS since,
  arg_max_null(endedAt, coalesce(endedAt, 'infinity')) AS until
FROM runs
GROUP BY priceFeedId, marketSession, run
