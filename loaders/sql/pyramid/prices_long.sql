-- All updates that the snapshot holds, and before the first of them the bars of 1 hour that end before it.
-- Grain: (priceFeedId, publishedAt).
-- Source: prices_raw, prices_1h.
-- Columns as prices_raw.
FROM prices_raw
UNION ALL BY NAME
FROM prices_1h
WHERE publishedAt <= (
  SELECT coalesce(since - to_hours(1), TIMESTAMP 'infinity') FROM snapshot_parts WHERE name = 'prices' AND NOT whole
)
