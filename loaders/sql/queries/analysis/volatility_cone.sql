-- Realised volatility of a feed over windows of several lengths: how low, usual and high it was, and how high it is now. A
-- window is a number of returns, so closed hours do not count; each return ends one, so windows overlap. Annualised as
-- realised_volatility is.
-- Formula: volatility = √(Σ logReturn² × 3600 × yearHours / (returns × step)), of the returns of a window (Burghardt and Lane 1990,
-- How to Tell if Options Are Cheap, Journal of Portfolio Management 16).
-- Grain: hours.
-- Source: prices, bars_1m, bars_1h, bars_1d, feed_stats.
-- Example: FROM volatility_cone(1, first_update(), last_update(), 3600, [6, 24, 72])
-- Columns:
--   hours: length of the window in open time [h]
--   windows: windows of that length [windows]
--   least: lowest volatility of a window [fraction per year]
--   lowQuarter: volatility that a quarter of the windows is below [fraction per year]
--   median: volatility of the middle window [fraction per year]
--   highQuarter: volatility that a quarter of the windows is above [fraction per year]
--   most: highest volatility of a window [fraction per year]
--   latest: volatility of the last window [fraction per year]
CREATE OR REPLACE {{temp}}MACRO volatility_cone(feed, since, until, step, windowHours, resolution := 'raw', session := 'open', yearHours := NULL, adjusted := false) AS TABLE
WITH returns AS (
  SELECT
    row_number() OVER (ORDER BY publishedAt) AS place,
    sum(logReturn * logReturn) OVER (ORDER BY publishedAt) AS total,
    seconds
  FROM log_returns([feed::BIGINT], since, until, step, resolution := resolution, session := session, adjusted := adjusted)
  WHERE logReturn IS NOT NULL
), year AS (
  SELECT realised.yearHours AS openHours
  FROM realised_volatility(
    [feed::BIGINT], since, until, step, resolution := resolution, session := session, yearHours := yearHours
  ) AS realised
), windows AS (
  SELECT
    hours,
    last.place,
    sqrt(greatest(last.total - coalesce(first.total, 0), 0) * openHours * 3600 / (length * seconds)) AS volatility
  FROM returns AS last
  CROSS JOIN year
  JOIN (
    SELECT hours, greatest(round(3600 * hours / (SELECT min(seconds) FROM returns)), 1)::BIGINT AS length
    FROM (SELECT unnest(windowHours::DOUBLE[]) AS hours)
  ) ON last.place >= length
  LEFT JOIN (SELECT place, total FROM returns) AS first ON first.place = last.place - length
)
SELECT
  hours,
  count(*)::DOUBLE AS windows,
  min(volatility) AS least,
  quantile_cont(volatility, 0.25) AS lowQuarter,
  quantile_cont(volatility, 0.5) AS median,
  quantile_cont(volatility, 0.75) AS highQuarter,
  max(volatility) AS most,
  arg_max(volatility, place) AS latest
FROM windows
GROUP BY hours
ORDER BY hours;
