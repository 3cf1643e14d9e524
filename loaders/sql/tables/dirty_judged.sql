-- The time of each dirty feed in which its gaps may change: from the sixth update before its dirty hours to the sixth after
-- them, as a step is judged by the five before it and the five after it.
SELECT
  priceFeedId,
  CASE WHEN len(before) = 6 THEN list_min(before) ELSE epoch_us(readFrom) END AS judgedFromUs,
  CASE WHEN len(after) = 6 THEN list_max(after) ELSE epoch_us(readUntil) END AS judgedUntilUs
FROM (
  SELECT
    priceFeedId,
    any_value(readFrom) AS readFrom,
    any_value(readUntil) AS readUntil,
    max(us, 6) FILTER (NOT missed AND us < epoch_us(dirtyFrom)) AS before,
    min(us, 6) FILTER (NOT missed AND us >= epoch_us(dirtyUntil)) AS after
  FROM dirty_spans
  LEFT JOIN dirty_steps USING (priceFeedId)
  GROUP BY priceFeedId
)
