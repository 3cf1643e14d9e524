-- Human values of every update: one row per feed and instant of publication.
-- Grain: (priceFeedId, publishedAt); of several responses with the same instant, the last received counts.
-- Units: prices, confidence and EMA in the feed's quote currency; ageSeconds is how old the update was when published;
-- carriedForward marks an update older than the slowest channel's step (1 s), that is, a repeated one; standsSeconds is
-- for how long an update counts that no other follows. (responseId, entryIndex) is the row of feed_updates.
FROM updates
QUALIFY row_number() OVER (
  PARTITION BY priceFeedId, publishedAt
  ORDER BY responseId DESC, entryIndex DESC -- a UUIDv7 sorts by time
) = 1
