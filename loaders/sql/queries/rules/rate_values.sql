-- The rule `rate`: the yearly funding rate of each update, whatever its sign. Formula: |rate × 24 × 365 / intervalHours|.
-- Default: more than 1 (100 % a year). A changed funding interval is an event of this rule, too.
-- Grain: (priceFeedId, publishedAt).
-- Source: funding, or rows like them.
-- Example: FROM rate_values() WHERE priceFeedId = 112 ORDER BY publishedAt DESC LIMIT 20
-- Columns as funding, and:
--   value: simple yearly rate without its sign [fraction per year]
CREATE OR REPLACE {{temp}}MACRO rate_values(rates := 'funding') AS TABLE
SELECT priceFeedId, publishedAt, abs(apr) AS value
FROM query_table(rates)
WHERE apr IS NOT NULL;
