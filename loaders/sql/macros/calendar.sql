-- The local time of a time zone (such as 'America/New_York') at an instant, which is in UTC as all times are here.
CREATE OR REPLACE {{temp}}MACRO local_time(instant, zone) AS timezone(zone, make_timestamptz(epoch_us(instant::TIMESTAMP)));

-- The first instant of a local time in a zone. If clocks skip that time, the instant as long after the skip as the time is
-- after its begin. `timezone` gives the second of two instants; the first is found by the offset of the day before. There is
-- no CASE, so that each part is computed once.
CREATE OR REPLACE {{temp}}MACRO first_shown(clock, zone, us, earlierUs) AS
  make_timestamp(earlierUs + (local_time(make_timestamp(earlierUs), zone) <> clock)::BIGINT * (us - earlierUs));
CREATE OR REPLACE {{temp}}MACRO instant_at(clock, zone) AS first_shown(
  clock::TIMESTAMP,
  zone,
  epoch_us(timezone(zone, clock::TIMESTAMP)),
  epoch_us(timezone(zone, clock::TIMESTAMP - to_days(1))) + 86_400_000_000
);

-- When the day and the week (from Monday) of an instant began in a zone, to GROUP BY. Days of 23 and 25 hours are one day.
CREATE OR REPLACE {{temp}}MACRO local_day(instant, zone) AS instant_at(date_trunc('day', local_time(instant, zone)), zone);
CREATE OR REPLACE {{temp}}MACRO local_week(instant, zone) AS instant_at(date_trunc('week', local_time(instant, zone)), zone);

-- The hours of a local day by a schedule (as feed_schedules has them), of its holiday or else of its weekday, as ranges such
-- as 0000-1700&1800-2400; C if it is closed.
CREATE OR REPLACE {{temp}}MACRO hours_on(schedule, day) AS replace(
  coalesce(
    nullif(
      split_part(split_part(',' || split_part(schedule, ';', 3), ',' || strftime(day::DATE, '%m%d') || '/', 2), ',', 1),
      ''
    ),
    split_part(split_part(schedule, ';', 2), ',', isodow(day::DATE)::INTEGER)
  ),
  'O',
  '0000-2400'
);

-- The instant of a clock of four digits, to 2400, on a local day.
CREATE OR REPLACE {{temp}}MACRO clock_at(day, clock, zone) AS instant_at(
  day::TIMESTAMP + to_minutes(60 * clock[1:2]::BIGINT + clock[3:4]::BIGINT),
  zone
);
