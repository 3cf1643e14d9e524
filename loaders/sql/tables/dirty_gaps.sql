-- The times between updates of the dirty hours. A step lies between two instants at which an update came, or was asked for and
-- did not come. Steps are counted by length to the millisecond, as most have one of a few lengths. The usual step of the hour
-- is their median (of an even number the smaller one); is_gap and usual_steps tell which steps are gaps. The neighbours of an
-- hour's first and last five steps lie partly in other hours, so quality_1h judges these, by `edges`. Internal.
-- Grain: slot.
-- Source: dirty_prices, dirty_misses.
-- Columns as quality_hours, and:
--   slot: the number of the hour of a feed
--   roomWithin: updates that had room in the gaps that the hour shows alone [updates]
--   twice: whether two updates are of one instant
WITH points AS (
  SELECT slot, epoch_us(publishedAt) AS us, false AS missed FROM dirty_prices
  UNION ALL
  SELECT slot, us, true FROM dirty_misses
), lengths AS (
  SELECT
    slot,
    (us - previousUs) // 1000 AS step,
    count(previousUs) AS steps,
    make_timestamp(min(us) FILTER (NOT missed)) AS firstAt,
    make_timestamp(max(us) FILTER (NOT missed)) AS lastAt,
    bool_or(missed) AS missed
  FROM (SELECT *, lag(us) OVER (PARTITION BY slot ORDER BY us) AS previousUs FROM points)
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
    min(step) AS shortest,
    bool_or(missed) AS missed,
    CASE WHEN sum(steps) > 1 THEN any_value(usual) END AS usual,
    coalesce(bool_or(step = 0), false) AS twice
  FROM usuals
  GROUP BY slot
), suspected AS (
  FROM hours WHERE missed OR longest + 1 > 1.5 * shortest
), steps AS ( -- in order of time
  SELECT
    slot AS series,
    us AS instant,
    us - lag(us) OVER ordered AS step,
    step AS ownStep,
    missed AS wanted,
    missed OR lag(missed) OVER ordered AS missedBeside,
    sum((NOT missed)::INTEGER) OVER (ordered ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS updatesBefore,
    sum((NOT missed)::INTEGER) OVER (ordered ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS updatesAfter
  FROM (
    SELECT slot, us, bool_and(points.missed) AS missed
    FROM points
    SEMI JOIN suspected USING (slot)
    GROUP BY slot, us
  )
  WINDOW ordered AS (PARTITION BY slot ORDER BY us)
), placed AS ( -- between the first and the last update of the hour
  SELECT
    *,
    row_number() OVER (PARTITION BY series ORDER BY instant) AS place,
    count(*) OVER (PARTITION BY series) - place AS after
  FROM steps
  WHERE updatesBefore > 0 AND updatesAfter > 0
), edged AS ( -- the ends of hours whose steps there are not all like the usual one
  SELECT
    series AS slot,
    list({ms: step // 1000, missed: missedBeside} ORDER BY instant) AS edges
  FROM placed
  JOIN suspected ON slot = series
  WHERE place <= 10 OR after < 10
  GROUP BY series, usual
  HAVING greatest(max(step), usual * 1000) > 1.5 * least(min(step), usual * 1000)
), silences AS ( -- from each update to the next
  SELECT
    series AS slot,
    sum(step) AS length,
    max(CASE WHEN judged AND (missedBeside OR place > 5 AND after >= 5) THEN coalesce(usualStep, usual * 1000) END) AS usualStep
  FROM placed
  LEFT JOIN (SELECT series, instant, usualStep, true AS judged FROM usual_steps('steps')) USING (series, instant)
  JOIN suspected ON slot = series
  GROUP BY series, updatesBefore
), found AS (
  SELECT
    slot,
    max(length) // 1000 AS longest,
    count(*) FILTER (is_gap(length, usualStep))::INTEGER AS gaps,
    sum(length - usualStep) FILTER (is_gap(length, usualStep)) / 1000 AS silent,
    sum(length / greatest(usualStep, 1) - 1) FILTER (is_gap(length, usualStep)) AS room
  FROM silences
  GROUP BY slot
)
SELECT
  slot,
  firstAt,
  lastAt,
  edges,
  CASE WHEN missed THEN found.longest ELSE hours.longest END / 1000 AS gapSeconds,
  usual / 1000 AS stepSeconds,
  CASE WHEN usual IS NOT NULL THEN coalesce(gaps, 0) END AS gaps,
  CASE WHEN usual IS NOT NULL THEN coalesce(silent, 0) / 1000 END AS silentSeconds,
  CASE WHEN usual IS NOT NULL THEN coalesce(room, 0) END AS roomWithin,
  twice
FROM hours
LEFT JOIN edged USING (slot)
LEFT JOIN found USING (slot)
