-- The rule `publishers`: how many publishers each priced update has outside the closed session, in which they freeze.
-- Default: fewer than the catalogue asks for at the time in the update's session, for at least a minute.
-- Grain: (priceFeedId, publishedAt).
-- Source: prices, or rows like them; feed_schedules, feeds.
-- Example: FROM publishers_values() WHERE priceFeedId = 1 ORDER BY publishedAt DESC LIMIT 20
-- Columns as prices, and:
--   value: publishers of the update [publishers]
--   minimum: publishers that its session needs by feed_schedules, else the feed by feeds, else 1 [publishers]
CREATE OR REPLACE {{temp}}MACRO publishers_values(updates := 'prices') AS TABLE
SELECT
  own.priceFeedId,
  publishedAt,
  publisherCount AS value,
  coalesce(hours.minPublishers, feeds.minPublishers, 1) AS minimum
FROM query_table(updates) AS own
LEFT JOIN feeds ON feeds.priceFeedId = own.priceFeedId
LEFT JOIN feed_schedules AS hours
  ON hours.priceFeedId = own.priceFeedId
  AND hours.marketSession = own.marketSession
  AND publishedAt >= coalesce(hours.since, '-infinity')
  AND publishedAt < coalesce(hours.until, 'infinity')
WHERE own.marketSession IS DISTINCT FROM 'closed' AND price IS NOT NULL AND publisherCount IS NOT NULL;
