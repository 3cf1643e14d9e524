-- The time of each dirty feed whose updates are read to judge its gaps: its dirty hours, and twelve updates on either side of
-- them (see dirty_judged). The longest step of an hour without misses bounds its first and last twelve updates.
WITH dirty AS (
  SELECT priceFeedId, min(hour) AS dirtyFrom, max(hour) + INTERVAL 1 HOUR AS dirtyUntil FROM dirty_hours GROUP BY priceFeedId
), others AS (
  SELECT
    priceFeedId,
    received,
    startedAt >= dirtyUntil AS later,
    abs(epoch(startedAt) - epoch(dirtyFrom)) AS away,
    CASE WHEN missing = 0 THEN to_milliseconds((12_000 * longestSeconds)::BIGINT + 1) END AS most,
    startedAt AS hour,
    greatest(startedAt, lastAt - most) AS lastTwelve,
    least(startedAt + INTERVAL 1 HOUR, firstAt + most) AS firstTwelve
  FROM quality_hours
  JOIN dirty USING (priceFeedId)
  WHERE (startedAt < dirtyFrom OR startedAt >= dirtyUntil)
    AND (priceFeedId, startedAt) NOT IN (SELECT (priceFeedId, hour) FROM dropped_hours)
), ends AS (
  SELECT priceFeedId, min(hour) AS earliest, max(hour) + INTERVAL 1 HOUR AS latest FROM others GROUP BY priceFeedId
), near AS ( -- twelve hours are enough, as each has an update
  SELECT *, sum(received) OVER (PARTITION BY priceFeedId, later ORDER BY away) AS updates
  FROM (
    FROM others
    WHERE received > 0
    QUALIFY row_number() OVER (PARTITION BY priceFeedId, later ORDER BY away) <= 12
  )
)
SELECT
  dirty.priceFeedId,
  dirtyFrom,
  dirtyUntil,
  coalesce(max(lastTwelve) FILTER (NOT later AND updates >= 12), any_value(least(earliest, dirtyFrom)), dirtyFrom) AS readFrom,
  coalesce(min(firstTwelve) FILTER (later AND updates >= 12), any_value(greatest(latest, dirtyUntil)), dirtyUntil) AS readUntil
FROM dirty
LEFT JOIN ends USING (priceFeedId)
LEFT JOIN near USING (priceFeedId)
GROUP BY dirty.priceFeedId, dirtyFrom, dirtyUntil
