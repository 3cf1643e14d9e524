-- When each session of a feed is open between two instants, by the schedules of the catalogue: holidays, half days, the clocks of
-- its zone and changed schedules count. Hours that follow each other without a break are one row.
-- Grain: (priceFeedId, marketSession, opensAt).
-- Source: feed_schedules.
-- Example: FROM market_hours(922, last_update(), last_update() + INTERVAL 7 DAY) ORDER BY opensAt
-- Columns as feed_schedules, and:
--   opensAt: when it opens; since, if it is open then
--   closesAt: when it closes; until, if it is open then
CREATE OR REPLACE {{temp}}MACRO market_hours(feed, since, until) AS TABLE
SELECT priceFeedId, marketSession, min(opensAt) AS opensAt, max(closesAt) AS closesAt
FROM (
  SELECT *, sum((opensAt > former)::INTEGER) OVER (PARTITION BY marketSession ORDER BY opensAt) AS run
  FROM (
    SELECT *, max(closesAt) OVER (PARTITION BY marketSession ORDER BY opensAt ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS former
    FROM (
      SELECT
        priceFeedId,
        marketSession,
        greatest(clock_at(day, hours[1:4], zone), start) AS opensAt,
        least(clock_at(day, hours[6:9], zone), stop) AS closesAt
      FROM (
        SELECT *, unnest(regexp_extract_all(hours_on(schedule, day), '[0-9]{4}-[0-9]{4}')) AS hours
        FROM (
          SELECT
            priceFeedId,
            marketSession,
            schedule,
            split_part(schedule, ';', 1) AS zone,
            greatest(first, feed_schedules.since) AS start,
            least(last, feed_schedules.until) AS stop,
            unnest(
              range(date_trunc('day', local_time(start, zone)) - to_days(1), local_time(stop, zone) + to_days(1), to_days(1))
            ) AS day
          FROM (SELECT since::TIMESTAMP AS first, until::TIMESTAMP AS last)
          CROSS JOIN feed_schedules
          WHERE priceFeedId = feed AND schedule IS NOT NULL
        )
      )
    )
    WHERE opensAt < closesAt
  )
)
GROUP BY priceFeedId, marketSession, coalesce(run, 0);
