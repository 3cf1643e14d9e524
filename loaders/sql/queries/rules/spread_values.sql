-- The rule `spread`: the spread of each update in the regular session. Formula: 10 000 × (ask - bid) / mid.
-- Default: more than 100 bps for at least a minute; off for commodities, whose price may be near zero.
-- Grain: (priceFeedId, publishedAt).
-- Source: prices, or rows like them.
-- Example: FROM spread_values() WHERE priceFeedId = 1 ORDER BY publishedAt DESC LIMIT 20
-- Columns as prices, and:
--   value: spread over mid [bps]
CREATE OR REPLACE {{temp}}MACRO spread_values(updates := 'prices') AS TABLE
SELECT priceFeedId, publishedAt, spread_bps(bid, ask) AS value
FROM query_table(updates)
WHERE marketSession = 'regular' AND bid IS NOT NULL AND ask IS NOT NULL;
