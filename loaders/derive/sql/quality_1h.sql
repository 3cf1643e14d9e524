-- How good the data of each feed and hour is. An hour without an update has a row only where the feed was asked for. Before
-- a feed's first update, and after its last, nothing is a gap.
-- Grain: (priceFeedId, startedAt).
-- Source: quality_hours, clock_1h.
-- Example: SELECT priceFeedId, sum(missing) / sum(expected) AS missingShare FROM quality_1h GROUP BY ALL ORDER BY ALL
-- Columns:
--   priceFeedId: the feed
--   startedAt: when the hour begins
--   expected: updates that should have come: received, missing and not asked ones [updates]
--   received: updates that came: the feed's own, and repeats [updates]
--   own: updates that are the feed's own [updates]
--   missing: times that the feed was asked for and did not come [updates]
--   notAsked: as many more had room in the gaps, by the longer of the steps on either side [updates]
--   rejected: entries that could not become a row [entries]
--   coercions: values that became null [values]
--   stepSeconds: usual time between two updates: the median of the hour, else of the feed's hour before it, or after it [s]
--   gaps: times without an update over 1.5 steps; where a feed goes from one step to another is none [gaps]
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
WITH placed AS (
  SELECT
    *,
    startedAt + INTERVAL 1 HOUR AS endedAt,
    lag(lastAt IGNORE NULLS) OVER feed AS before,
    lag(startedAt) OVER feed + INTERVAL 1 HOUR AS heldUntil,
    lead(firstAt IGNORE NULLS) OVER feed AS after,
    coalesce(stepSeconds, lag(stepSeconds) OVER feed, lead(stepSeconds) OVER feed) AS step,
    greatest(step, lag(stepSeconds) OVER feed) AS stepBefore,
    greatest(step, lead(stepSeconds) OVER feed) AS stepAfter,
    epoch(coalesce(firstAt, after)) - epoch(before) AS secondsBefore,
    epoch(after) - epoch(lastAt) AS secondsAfter
  FROM quality_hours
  WINDOW feed AS (PARTITION BY priceFeedId ORDER BY startedAt)
), silences AS ( -- what of the times before and after the hour's updates lies in the hour, and was overdue
  SELECT
    *,
    CASE
      WHEN secondsBefore > 1.5 * stepBefore
        THEN epoch(coalesce(firstAt, endedAt)) - greatest(epoch(startedAt), epoch(before) + stepBefore)
    END AS silentBefore,
    CASE WHEN secondsAfter > 1.5 * stepAfter THEN epoch(endedAt) - epoch(lastAt) - stepAfter END AS silentAfter,
    CASE -- of two updates alone the time between is no step
      WHEN stepSeconds IS NULL AND gapSeconds > 1.5 * step THEN gapSeconds - step
      WHEN step IS NOT NULL THEN coalesce(silentSeconds, 0)
    END AS silentWithin
  FROM placed
), summed AS (
  SELECT
    coalesce(silentBefore > 0 AND epoch(before) + stepBefore < epoch(heldUntil), false) AS goesOn,
    round(
      coalesce(roomWithin, silentWithin / nullif(step, 0), 0)
        + coalesce(greatest(silentBefore, 0) / nullif(stepBefore, 0), 0)
        + coalesce(greatest(silentAfter, 0) / nullif(stepAfter, 0), 0)
    )::INTEGER AS room,
    * REPLACE (
      CASE
        WHEN step IS NOT NULL THEN
          CASE WHEN stepSeconds IS NULL THEN (silentWithin > 0)::INTEGER ELSE gaps END
            + coalesce(silentBefore > 0, false)::INTEGER
            + coalesce(silentAfter > 0, false)::INTEGER
      END AS gaps,
      silentWithin + greatest(silentBefore, 0) + greatest(silentAfter, 0) AS silentSeconds,
      greatest(gapSeconds, secondsBefore, secondsAfter) AS gapSeconds,
      step AS stepSeconds
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
