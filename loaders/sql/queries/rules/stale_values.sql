-- The rule `stale`: how old each update was in the regular session when it was published, against the feed's limit. Only that
-- session promises fresh updates. Formula: publishedAt - feedUpdateTimestamp. Default: more than 60 s and, if the feed has a
-- day of regular hours, more than three times the age that it reaches even in the freshest tenth of them. So a feed that was stale
-- in more than nine tenths of its hours counts as slow: give it a rule with a limit.
-- Grain: (priceFeedId, publishedAt).
-- Source: prices, or rows like them.
-- Example: FROM stale_values() WHERE priceFeedId = 1 ORDER BY publishedAt DESC LIMIT 20
-- Columns as prices, and:
--   value: age of the update [s]
CREATE OR REPLACE {{temp}}MACRO stale_values(updates := 'prices') AS TABLE
SELECT priceFeedId, publishedAt, ageSeconds AS value
FROM query_table(updates)
WHERE marketSession = 'regular' AND ageSeconds IS NOT NULL;
