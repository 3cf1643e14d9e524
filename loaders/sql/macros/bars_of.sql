-- OHLC bars of the rows of `source` (prices, or rows like them), grouped by the expressions `byFeed` and `byTime`, which become
-- the columns `feed` and `time`. Crossed and locked books are counted, but no figure of the spread includes them. A
-- carried-forward update repeats an older one: it is counted apart, and its price counts like any other.
CREATE OR REPLACE {{temp}}MACRO {{name}}(source, byFeed, byTime) AS TABLE
SELECT * EXCLUDE (quantiles), quantiles[1] AS medianSpreadBps, quantiles[2] AS p95SpreadBps
FROM (
  SELECT
    feed,
    time,
    arg_min(price, publishedAt) AS open,
    max(price) AS high,
    min(price) AS low,
    arg_max(price, publishedAt) AS close,
    count(*) FILTER (carriedForward IS NOT TRUE)::INTEGER AS updates,
    count(*) FILTER (carriedForward)::INTEGER AS carriedForward,
    count(bookBps)::INTEGER AS books,
    count(*) FILTER (ask < bid)::INTEGER AS crossed,
    count(*) FILTER (ask = bid)::INTEGER AS locked,
    avg(bookBps) AS meanSpreadBps,
    max(bookBps) AS maxSpreadBps,
    quantile_cont(bookBps, [0.5, 0.95]) AS quantiles,
    count(confidenceBps)::INTEGER AS confidences,
    avg(confidenceBps) AS meanConfidenceBps,
    min(publisherCount) AS fewestPublishers,
    last_session(marketSession, publishedAt) AS marketSession{{further}}
  FROM (
    SELECT
      *,
      byFeed AS feed,
      byTime AS time,
      CASE WHEN ask > bid THEN spread_bps(bid, ask) END AS bookBps,
      confidence_bps(confidence, price) AS confidenceBps
    FROM query_table(source)
  )
  GROUP BY feed, time
);
