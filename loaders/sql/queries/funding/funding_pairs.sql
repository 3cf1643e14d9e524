-- Pairs of feeds of one underlying by their earnings: long where the rate is low, short where it is high, with positions of one
-- size. The last rates say which is which, or else the means. Means are over the hours, of the last 1, 3 or 7 days until then, in
-- which both feeds have a rate; without rates in half of that time there is none. Changes of prices are not included.
-- Formula: apr = short apr - long apr; mean = Σ (short - long) × seconds / Σ seconds, the seconds of an hour in which both have a
-- rate; netApr = apr - costBps / 10,000 × 365 / holdDays (He, Manela, Ross and von Wachter 2022, Fundamentals of Perpetual
-- Futures).
-- Grain: (longFeed, shortFeed).
-- Source: funding, funding_1h, feed_stats.
-- Example: FROM funding_pairs([112, 113], last_update(), costBps := 5, holdDays := 7)
-- Columns:
--   underlying: from the symbol: FundingRate.Binance.BTC/USDT is on BTC
--   longFeed: id of the feed where the position is long
--   longSymbol: its symbol
--   shortFeed: id of the feed where the position is short
--   shortSymbol: its symbol
--   apr: difference of the last rates; null unless both still count [fraction per year]
--   netApr: the same less the costs, spread over the days held [fraction per year]
--   apr1d: mean difference of the last day [fraction per year]
--   apr3d: mean difference of the last 3 days [fraction per year]
--   apr7d: mean difference of the last 7 days [fraction per year]
--   heldHours: for how long the hourly difference has been above zero, in hours with both rates; null where apr is [h]
--   heldAll: whether that is all of the last 7 days that is known
--   hours: how much of the last 7 days has both rates [h]
CREATE OR REPLACE {{temp}}MACRO funding_pairs(feeds, until, costBps := 5, holdDays := 7) AS TABLE
WITH picked AS (
  SELECT priceFeedId, symbol, nullif(split_part(split_part(symbol, '.', 3), '/', 1), '') AS underlying
  FROM feed_stats
  WHERE feeds IS NULL OR list_contains(feeds::BIGINT[], priceFeedId)
), latest AS (
  SELECT priceFeedId, CASE WHEN epoch(until::TIMESTAMP) - epoch(last.publishedAt) <= last.validSeconds THEN last.apr END AS apr
  FROM (
    SELECT priceFeedId, max_by(funding, publishedAt) AS last
    FROM funding
    WHERE (feeds IS NULL OR list_contains(feeds::BIGINT[], priceFeedId))
      AND priceFeedId >= coalesce(list_min(feeds::BIGINT[]), 0) -- these bounds keep DuckDB from reading other feeds
      AND priceFeedId <= coalesce(list_max(feeds::BIGINT[]), 9223372036854775807)
      AND publishedAt >= until::TIMESTAMP - INTERVAL 1 DAY -- no rate is valid for longer
      AND publishedAt <= until::TIMESTAMP
    GROUP BY priceFeedId
  )
), hourly AS (
  SELECT
    priceFeedId,
    publishedAt,
    meanApr,
    validSeconds,
    ceil((epoch(until::TIMESTAMP) - epoch(publishedAt)) / 86400) AS daysAgo
  FROM rate_means_1h
  WHERE (feeds IS NULL OR list_contains(feeds::BIGINT[], priceFeedId))
    AND priceFeedId >= coalesce(list_min(feeds::BIGINT[]), 0)
    AND priceFeedId <= coalesce(list_max(feeds::BIGINT[]), 9223372036854775807)
    AND publishedAt >= until::TIMESTAMP - INTERVAL 7 DAY
    AND publishedAt <= until::TIMESTAMP
    AND meanApr IS NOT NULL
    AND validSeconds > 0
), pairs AS (
  SELECT
    long.priceFeedId AS longFeed,
    long.symbol AS longSymbol,
    short.priceFeedId AS shortFeed,
    short.symbol AS shortSymbol,
    long.underlying,
    finite_or_null(shortRate.apr - longRate.apr) AS apr
  FROM picked AS long
  JOIN picked AS short ON short.underlying = long.underlying AND short.priceFeedId <> long.priceFeedId
  LEFT JOIN latest AS longRate ON longRate.priceFeedId = long.priceFeedId
  LEFT JOIN latest AS shortRate ON shortRate.priceFeedId = short.priceFeedId
), differences AS (
  SELECT *, max(CASE WHEN difference <= 0 THEN publishedAt END) OVER (PARTITION BY longFeed, shortFeed) AS notAt
  FROM (
    SELECT
      longFeed,
      shortFeed,
      publishedAt,
      long.daysAgo AS daysAgo,
      least(long.validSeconds, short.validSeconds) AS seconds,
      short.meanApr - long.meanApr AS difference
    FROM pairs
    JOIN hourly AS long ON long.priceFeedId = longFeed
    JOIN hourly AS short USING (publishedAt)
    WHERE short.priceFeedId = shortFeed
  )
), means AS (
  SELECT
    longFeed,
    shortFeed,
    mean_of_days(difference, seconds, daysAgo, 1) AS apr1d,
    mean_of_days(difference, seconds, daysAgo, 3) AS apr3d,
    mean_of_days(difference, seconds, daysAgo, 7) AS apr7d,
    sum(difference * seconds) AS known,
    sum(seconds) / 3600 AS hours,
    coalesce(sum(seconds) FILTER ((publishedAt <= notAt) IS NOT TRUE), 0) / 3600 AS heldHours,
    bool_and(notAt IS NULL) AS heldAll
  FROM differences
  GROUP BY longFeed, shortFeed
)
SELECT
  underlying,
  longFeed,
  longSymbol,
  shortFeed,
  shortSymbol,
  apr,
  finite_or_null(apr - costBps::DOUBLE / 10000 * 365 / nullif(holdDays::DOUBLE, 0)) AS netApr,
  apr1d,
  apr3d,
  apr7d,
  CASE WHEN apr IS NOT NULL THEN heldHours END AS heldHours,
  CASE WHEN apr IS NOT NULL THEN heldAll END AS heldAll,
  coalesce(hours, 0) AS hours
FROM pairs
LEFT JOIN means USING (longFeed, shortFeed)
WHERE coalesce(apr, known) > 0 OR (coalesce(apr, known) = 0 AND longFeed < shortFeed)
ORDER BY netApr DESC NULLS LAST, apr7d DESC NULLS LAST, longFeed, shortFeed;
