-- All updates that the snapshot holds, and before the first of them the bars of 1 hour that end before it.
-- Grain: (priceFeedId, publishedAt).
-- Source: {{family}}_raw, {{family}}_1h.
-- Columns as {{family}}_raw.
FROM {{family}}_raw
UNION ALL BY NAME
FROM {{family}}_1h
WHERE publishedAt <= (
  SELECT coalesce(since - to_hours(1), TIMESTAMP 'infinity') FROM snapshot_parts WHERE name = 'prices' AND NOT whole
)
