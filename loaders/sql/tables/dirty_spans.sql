-- The hours in which the gaps of a dirty feed may change, and the longer time that has the updates needed to judge them. A
-- step is judged by the six points before it and the six after it, so each side gets hours with six updates. Internal.
-- Grain: priceFeedId.
-- Source: dirty_hours, quality_hours, dropped_hours.
-- Columns:
--   priceFeedId: the feed
--   judgedFrom: start of the hours whose gaps are made again
--   judgedUntil: end of these hours
--   readFrom: start of the hours whose updates are read
--   readUntil: end of these hours
WITH dirty AS (
  SELECT priceFeedId, min(hour) AS first, max(hour) AS last FROM dirty_hours GROUP BY priceFeedId
), others AS (
  SELECT
    priceFeedId,
    startedAt AS hour,
    received,
    startedAt > last AS later,
    abs(epoch(startedAt) - epoch(first)) AS away
  FROM quality_hours
  JOIN dirty USING (priceFeedId)
  WHERE (startedAt < first OR startedAt > last)
    AND (priceFeedId, startedAt) NOT IN (SELECT (priceFeedId, hour) FROM dropped_hours)
), ends AS (
  SELECT priceFeedId, min(hour) AS earliest, max(hour) AS latest FROM others GROUP BY priceFeedId
), near AS ( -- twelve hours are enough, as each has an update
  SELECT *, sum(received) OVER (PARTITION BY priceFeedId, later ORDER BY away) AS updates
  FROM (
    FROM others
    WHERE received > 0
    QUALIFY row_number() OVER (PARTITION BY priceFeedId, later ORDER BY away) <= 12
  )
), enough AS (
  SELECT *, min(updates) FILTER (updates >= 6) OVER (PARTITION BY priceFeedId, later) AS judged FROM near
)
SELECT
  dirty.priceFeedId,
  coalesce(max(hour) FILTER (NOT later AND updates >= 6), any_value(least(earliest, first)), first) AS judgedFrom,
  coalesce(min(hour) FILTER (later AND updates >= 6), any_value(greatest(latest, last)), last) + INTERVAL 1 HOUR AS judgedUntil,
  coalesce(max(hour) FILTER (NOT later AND updates >= judged + 6), any_value(least(earliest, first)), first) AS readFrom,
  coalesce(min(hour) FILTER (later AND updates >= judged + 6), any_value(greatest(latest, last)), last)
    + INTERVAL 1 HOUR AS readUntil
FROM dirty
LEFT JOIN ends USING (priceFeedId)
LEFT JOIN enough USING (priceFeedId)
GROUP BY dirty.priceFeedId, first, last
