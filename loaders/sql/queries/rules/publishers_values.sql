-- The rule `publishers`: how many publishers each priced update has outside the closed session, in which they freeze.
-- Default: fewer than the catalogue asks for (feeds.minPublishers; 1 if unknown), for at least a minute.
-- Grain: (priceFeedId, publishedAt).
-- Source: prices, or rows like them.
-- Example: FROM publishers_values() WHERE priceFeedId = 1 ORDER BY publishedAt DESC LIMIT 20
-- Columns as prices, and:
--   value: publishers of the update [publishers]
CREATE OR REPLACE {{temp}}MACRO publishers_values(updates := 'prices') AS TABLE
SELECT priceFeedId, publishedAt, publisherCount AS value
FROM query_table(updates)
WHERE marketSession IS DISTINCT FROM 'closed' AND price IS NOT NULL AND publisherCount IS NOT NULL;
