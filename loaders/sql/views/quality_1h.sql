-- Data quality of each feed and hour. An hour without an update has a row only if the feed was asked for. Before
-- a feed's first update, and after its last, nothing is a gap.
-- Grain: (priceFeedId, startedAt).
-- Source: quality_hours, hour_steps, clock_1h.
-- Example: SELECT priceFeedId, sum(missing) / sum(expected) AS missingShare FROM quality_1h GROUP BY ALL ORDER BY ALL
-- Columns:
--   priceFeedId: the feed
--   startedAt: when the hour begins
--   expected: updates that should have come: received, missing and not asked ones [updates]
--   received: updates that came: the feed's own, and repeats [updates]
--   own: updates that are the feed's own [updates]
--   missing: instants at which the feed was asked for and did not come, also not later [updates]
--   notAsked: as many more had room in the gaps, by the longer of the steps on either side [updates]
--   rejected: entries that could not become a row [entries]
--   coercions: values that became null [values]
--   exponentless: updates with mantissas and without an exponent of their own: the catalogue's counts, if it has one [updates]
--   unscaled: updates with mantissas, but without human values, as no exponent is known, or it is absurd [updates]
--   unspanned: funding rates without an interval from 1 minute to 31 days, and so without a rate over 8 hours [updates]
--   stepSeconds: usual time between two updates: the median of the hour, or of the five before and after it [s]
--   gaps: times without an update over 1.5 usual steps, by is_gap, as the command gaps lists them [gaps]
--   newGaps: those of them that no earlier hour has, so that over several hours each counts once [gaps]
--   gapSeconds: longest time between two updates that lies in the hour, or begins or ends there [s]
--   silentSeconds: how much of the hour gaps take, from when the next update was due [s]
--   nullPrice: updates without a price [updates]
--   nullBid: updates without a bid [updates]
--   nullAsk: updates without an ask [updates]
--   nullConfidence: updates without a confidence [updates]
--   nullEma: updates without an EMA [updates]
--   nullPublishers: updates without a count of publishers [updates]
--   nullSession: updates without a session [updates]
--   nullEmaConfidence: updates without a confidence of the EMA [updates]
--   nullExponent: updates without an exponent [updates]
--   nullFundingRate: updates without a funding rate [updates]
--   nullFundingInterval: updates without a funding interval [updates]
--   nullFundingTimestamp: updates without a funding instant [updates]
--   clockSkewSeconds: median time from publication to receipt, of all feeds [s]
--   nullUpdateTimestamp: updates that do not say when the feed last changed [updates]
--   staleSeconds: greatest age outside the closed session [s]
--   meanConfidenceBps: mean of the confidence over the price [bps]
--   fewestPublishers: fewest publishers of an update [publishers]
WITH sparse AS (
  FROM usual_steps('hour_steps')
), waits AS ( -- from an hour's last update to the first of the next hour that has one
  SELECT
    priceFeedId,
    before AS fromAt,
    epoch(firstAt) - epoch(before) AS seconds,
    CASE WHEN sparse.wanted THEN sparse.usualStep ELSE greatest(previousStep, stepSeconds) END AS usualStep
  FROM (
    SELECT
      *,
      lag(lastAt) OVER feed AS before,
      lag(stepSeconds) OVER feed AS previousStep
    FROM quality_hours
    WHERE firstAt IS NOT NULL
    WINDOW feed AS (PARTITION BY priceFeedId ORDER BY startedAt)
  )
  LEFT JOIN sparse ON sparse.series = priceFeedId AND instant = firstAt
  WHERE before IS NOT NULL
), within AS ( -- gaps near the ends of an hour
  SELECT
    series,
    startedAt AS hour,
    any_value(usualStep) AS usualWithin,
    count(*) FILTER (is_gap(step, usualStep))::INTEGER AS gapsAtEnds,
    sum(step - usualStep) FILTER (is_gap(step, usualStep)) AS silentAtEnds,
    sum(step / usualStep - 1) FILTER (is_gap(step, usualStep)) AS roomAtEnds
  FROM sparse
  WHERE within
  GROUP BY ALL
), placed AS (
  SELECT
    hours.*,
    startedAt + INTERVAL 1 HOUR AS endedAt,
    earlier.seconds AS secondsBefore,
    earlier.usualStep AS usualBefore,
    later.seconds AS secondsAfter,
    later.usualStep AS usualAfter,
    within.* EXCLUDE (series, hour),
    coalesce(stepSeconds, least(usualBefore, usualWithin, usualAfter)) AS usualStep,
    coalesce(epoch(before) + usualBefore < epoch(heldUntil), false) AS isHeldBefore -- by the hour before that has a row
  FROM (
    SELECT
      *,
      lag(lastAt IGNORE NULLS) OVER feed AS before,
      lag(startedAt) OVER feed + INTERVAL 1 HOUR AS heldUntil
    FROM quality_hours
    WINDOW feed AS (PARTITION BY priceFeedId ORDER BY startedAt)
  ) AS hours
  LEFT JOIN waits AS earlier ON earlier.priceFeedId = hours.priceFeedId AND earlier.fromAt = before
  LEFT JOIN waits AS later ON later.priceFeedId = hours.priceFeedId AND later.fromAt = lastAt
  LEFT JOIN within ON within.series = hours.priceFeedId AND hour = startedAt
), silences AS ( -- the overdue part of the gaps before, after and between the hour's updates that lies in the hour
  SELECT
    *,
    CASE
      WHEN is_gap(secondsBefore, usualBefore)
        THEN epoch(coalesce(firstAt, endedAt)) - greatest(epoch(startedAt), epoch(before) + usualBefore)
    END AS silentBefore,
    CASE WHEN is_gap(secondsAfter, usualAfter) THEN epoch(endedAt) - epoch(lastAt) - usualAfter END AS silentAfter,
    CASE WHEN usualStep IS NOT NULL THEN coalesce(silentSeconds, 0) + coalesce(silentAtEnds, 0) END AS silentWithin
  FROM placed
), summed AS (
  SELECT
    coalesce(silentBefore > 0 AND isHeldBefore, false) AS goesOn,
    round(
      coalesce(roomWithin, 0)
        + coalesce(roomAtEnds, 0)
        + coalesce(greatest(silentBefore, 0) / nullif(usualBefore, 0), 0)
        + coalesce(greatest(silentAfter, 0) / nullif(usualAfter, 0), 0)
    )::INTEGER AS room,
    * REPLACE (
      CASE
        WHEN usualStep IS NOT NULL THEN
          coalesce(gaps, 0)
            + coalesce(gapsAtEnds, 0)
            + (is_gap(secondsBefore, usualBefore) AND (silentBefore > 0 OR NOT isHeldBefore))::INTEGER
            + coalesce(silentAfter > 0, false)::INTEGER
      END AS gaps,
      silentWithin + greatest(silentBefore, 0) + greatest(silentAfter, 0) AS silentSeconds,
      greatest(gapSeconds, secondsBefore, secondsAfter) AS gapSeconds,
      usualStep AS stepSeconds
    )
  FROM silences
)
SELECT
  priceFeedId,
  startedAt,
  received + greatest(missing, room) AS expected,
  received,
  own,
  missing,
  greatest(room - missing, 0) AS notAsked,
  rejected,
  coercions,
  exponentless,
  unscaled,
  unspanned,
  stepSeconds,
  gaps,
  gaps - goesOn::INTEGER AS newGaps,
  gapSeconds,
  silentSeconds,
  staleSeconds,
  meanConfidenceBps,
  fewestPublishers,
  COLUMNS('^null'),
  clockSkewSeconds
FROM summed
LEFT JOIN clock_1h USING (startedAt)
