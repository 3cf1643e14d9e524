-- Of the updates those that count: of several of one feed and instant, the last received. Internal.
-- Grain: (priceFeedId, publishedAt).
-- Source: updates.
-- Columns as updates.
FROM updates
ANTI JOIN repeated_instants USING (publishedAt) -- choosing takes longer than all the rest: it is done only where it must be
UNION ALL
FROM (
  FROM updates
  SEMI JOIN repeated_instants USING (publishedAt)
  QUALIFY row_number() OVER (
    PARTITION BY priceFeedId, publishedAt
    ORDER BY responseId DESC, entryIndex DESC -- a UUIDv7 sorts by time
  ) = 1
)
