-- The rule `deviates`: how far each minute's close is from the median close of the feeds of the same pair, beyond the feed's own
-- confidence. USDT and USDC count as USD. Only where three feeds of the pair have a bar outside the closed session: of two, none
-- can be called wrong. Formula: 10 000 × |close / median - 1| - mean confidence. Default: more than 50 bps for at least a minute.
-- A rule with a reference compares with that feed alone.
-- Grain: (priceFeedId, publishedAt).
-- Source: bars_1m, or rows like them; feeds.
-- Example: FROM deviates_values() WHERE priceFeedId = 1 ORDER BY publishedAt DESC LIMIT 20
-- Columns as bars_1m, and:
--   publishedAt: the minute
--   value: distance beyond the confidence; negative within it [bps]
CREATE OR REPLACE {{temp}}MACRO deviates_values(bars := 'bars_1m') AS TABLE
SELECT priceFeedId, startedAt AS publishedAt, deviation_bps(close, middle, meanConfidenceBps) AS value
FROM (
  SELECT
    priceFeedId,
    startedAt,
    close,
    meanConfidenceBps,
    median(close) OVER pair AS middle,
    count(*) OVER pair AS feeds
  FROM query_table(bars)
  JOIN (SELECT priceFeedId, pair_of(symbol) AS pair FROM feeds QUALIFY count(*) OVER (PARTITION BY pair) > 2) AS pairs
    USING (priceFeedId)
  WHERE marketSession <> 'closed' AND updates > 0 AND close IS NOT NULL
  WINDOW pair AS (PARTITION BY pair, startedAt)
)
WHERE feeds > 2;
