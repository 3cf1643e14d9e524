-- Macros of the store alone: DuckDB-Wasm takes seconds to compile them. Pages have market_hours and market_state.

-- Whether a clock is between an opening and a closing of a day: an odd number of these came before it.
CREATE OR REPLACE {{temp}}MACRO is_between_hours(clocks, clock) AS
  list_position(list_sort(list_append(clocks, clock)), clock) % 2 = 0;

-- Whether a schedule is open at an instant; null without a schedule.
CREATE OR REPLACE {{temp}}MACRO is_open(schedule, instant) AS is_between_hours(
  regexp_extract_all(hours_on(schedule, local_time(instant, split_part(schedule, ';', 1))), '[0-9]{4}'),
  strftime(local_time(instant, split_part(schedule, ';', 1)), '%H%M') || '~' -- sorts after the same minute
);

-- A feed's regular session at an instant by its schedule: regular if it was open a minute before, as its first update may take
-- as long, else closed; null without a schedule. `feed` must not be a bare priceFeedId, which would mean the column of feed_schedules.
CREATE OR REPLACE {{temp}}MACRO session_at(feed, instant) AS (
  SELECT CASE WHEN bool_or(is_open(hours.schedule, due)) THEN 'regular' WHEN count(*) > 0 THEN 'closed' END
  FROM (
    SELECT *, instant::TIMESTAMP - INTERVAL 1 MINUTE AS due -- computed once
    FROM feed_schedules
    WHERE feed_schedules.priceFeedId = feed AND marketSession = 'regular' AND schedule IS NOT NULL
  ) AS hours
  WHERE coalesce(hours.since <= due, true) AND coalesce(hours.until > due, true)
);
