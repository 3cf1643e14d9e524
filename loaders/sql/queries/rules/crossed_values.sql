-- The rule `crossed`: by how much the ask of each update is below its bid. Formula: -10 000 × (ask - bid) / mid.
-- Default: more than 0 bps for at least a minute. With any limit and time, at least five updates in a row, as a thin book crosses for
-- a moment: one in 15 books of Crypto.PEPE/USD in the sandbox does.
-- Grain: (priceFeedId, publishedAt).
-- Source: prices, or rows like them.
-- Example: FROM crossed_values() WHERE value > 0 ORDER BY value DESC LIMIT 20
-- Columns as prices, and:
--   value: bid over ask; negative for a normal book [bps]
CREATE OR REPLACE {{temp}}MACRO crossed_values(updates := 'prices') AS TABLE
SELECT priceFeedId, publishedAt, -spread_bps(bid, ask) AS value
FROM query_table(updates)
WHERE marketSession IS DISTINCT FROM 'closed' AND bid IS NOT NULL AND ask IS NOT NULL;
