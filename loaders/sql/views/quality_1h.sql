-- Data quality of each feed and hour. An hour without an update has a row only if the feed was requested.
-- Grain: (priceFeedId, startedAt).
-- Source: quality_hours, gaps, clock_1h.
-- Example: SELECT priceFeedId, sum(missing) / sum(expected) AS missingShare FROM quality_1h GROUP BY ALL ORDER BY ALL
-- Columns as feeds, and:
--   startedAt: when the hour begins
--   expected: updates that should have come: received, missing and not asked [updates]
--   received: updates that came: the feed's own, and repeats [updates]
--   own: updates that are the feed's own [updates]
--   missing: instants at which the feed was requested and did not come, also not later [updates]
--   notAsked: further updates that the gaps have room for [updates]
--   rejected: entries that could not become a row [entries]
--   coercions: values that became null [values]
--   exponentless: updates with mantissas and without an exponent of their own: the catalogue's counts, if it has one [updates]
--   unscaled: updates with mantissas, but without human values, as no exponent is known, or it is absurd [updates]
--   unspanned: funding rates without an interval from 1 minute to 31 days, and so without a rate over 8 hours [updates]
--   stepSeconds: usual time between two updates: the hour's median, else the step of its gaps or of the last updates [s]
--   gaps: gaps that touch the hour [gaps]
--   silentSeconds: time of the hour within gaps [s]
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
WITH hours AS (
  SELECT *, startedAt + INTERVAL 1 HOUR AS endedAt FROM quality_hours
), touched AS ( -- no two gaps overlap: at most one lasts from an earlier hour into an hour, and all others begin in it
  SELECT hours.priceFeedId, hours.startedAt, gaps.stepSeconds, epoch(least(resumedAt, hours.endedAt)) - epoch(gaps.startedAt) AS silentSeconds
  FROM gaps
  JOIN hours
    ON hours.priceFeedId = gaps.priceFeedId AND hours.startedAt = time_bucket(INTERVAL 1 HOUR, gaps.startedAt)
  UNION ALL
  SELECT hours.priceFeedId, hours.startedAt, gaps.stepSeconds, epoch(least(resumedAt, hours.endedAt)) - epoch(hours.startedAt)
  FROM hours
  ASOF JOIN gaps ON gaps.priceFeedId = hours.priceFeedId AND gaps.startedAt < hours.startedAt
  WHERE resumedAt > hours.startedAt
), silences AS (
  SELECT
    priceFeedId,
    startedAt,
    count(*)::INTEGER AS gaps,
    sum(silentSeconds) AS silentSeconds,
    round(sum(silentSeconds / nullif(stepSeconds, 0)))::INTEGER AS room,
    min(stepSeconds) AS stepThere
  FROM touched
  GROUP BY priceFeedId, startedAt
), usual AS (
  SELECT priceFeedId, arg_max(stepSeconds, startedAt) AS stepAtEnd FROM gap_runs WHERE kind = 'last' GROUP BY priceFeedId
)
SELECT
  priceFeedId,
  startedAt,
  received + greatest(missing, coalesce(room, 0)) AS expected,
  received,
  own,
  missing,
  greatest(coalesce(room, 0) - missing, 0) AS notAsked,
  rejected,
  coercions,
  exponentless,
  unscaled,
  unspanned,
  coalesce(hours.stepSeconds, stepThere, stepAtEnd) AS stepSeconds,
  CASE WHEN gaps IS NOT NULL THEN gaps WHEN coalesce(hours.stepSeconds, stepAtEnd) IS NOT NULL THEN 0 END AS gaps,
  CASE WHEN gaps IS NOT NULL THEN silentSeconds WHEN coalesce(hours.stepSeconds, stepAtEnd) IS NOT NULL THEN 0 END
    AS silentSeconds,
  staleSeconds,
  meanConfidenceBps,
  fewestPublishers,
  COLUMNS('^null'),
  clockSkewSeconds
FROM hours
LEFT JOIN silences USING (priceFeedId, startedAt)
LEFT JOIN usual USING (priceFeedId)
LEFT JOIN clock_1h USING (startedAt)
