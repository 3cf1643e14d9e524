-- The rule `confidence`: the confidence of each update in the regular session. Formula: 10 000 × confidence / |price|.
-- Default: more than 100 bps for at least a minute; off for commodities, whose price may be near zero.
-- Grain: (priceFeedId, publishedAt).
-- Source: prices, or rows like them.
-- Example: FROM confidence_values() WHERE priceFeedId = 1 ORDER BY publishedAt DESC LIMIT 20
-- Columns as prices, and:
--   value: confidence over the price [bps]
CREATE OR REPLACE {{temp}}MACRO confidence_values(updates := 'prices') AS TABLE
SELECT priceFeedId, publishedAt, confidence_bps(confidence, price) AS value
FROM query_table(updates)
WHERE marketSession = 'regular' AND confidence IS NOT NULL;
