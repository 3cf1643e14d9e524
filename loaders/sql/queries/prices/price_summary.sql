-- Figures of a feed's price over a time. The change is from the price carried forward to its start; low, high and first
-- price come from the rows, so that figures, lines and candles agree.
-- Grain: one row.
-- Source: prices, bars_1m, bars_1h, bars_1d.
-- Example: FROM price_summary(1, last_update() - INTERVAL 24 HOUR, last_update())
-- Columns as price_board, bars_1m, and:
--   last: last price [quote currency]
--   change: last over first price, less 1; null where there is but one price [fraction]
--   confidenceBps: median of the confidence over the price [bps]
--   ageSeconds: age of the last update when it was published [s]
--   priceless: updates, if none has a price, else 0 [updates]
CREATE OR REPLACE {{temp}}MACRO price_summary(feed, since, until, resolution := 'raw', closed := 'shown', adjusted := false) AS TABLE
SELECT *, is_stale(marketSession, ageSeconds) AS stale
FROM (
  SELECT
    arg_max(price, publishedAt) AS last,
    CASE
      WHEN count(*) > 1 OR min(low) < max(high) OR bool_or(isCarried) THEN -- else there is only one price
        price_change(open, price, publishedAt)
    END AS change,
    CASE WHEN count(price) = 0 THEN count(*) ELSE 0 END::DOUBLE AS priceless,
    min(low) FILTER (isShown) AS low,
    max(high) FILTER (isShown) AS high,
    median(confidence_bps(confidence, price)) AS confidenceBps,
    coalesce(any_value(newest.publishers), arg_max(prices.publisherCount, publishedAt)) AS publisherCount,
    coalesce(any_value(newest.session), arg_max(prices.marketSession, publishedAt)) AS marketSession,
    coalesce(any_value(newest.age), arg_max(ageSeconds, publishedAt)) AS ageSeconds
  FROM (
    SELECT
      *,
      closed IS DISTINCT FROM 'skipped' OR marketSession IS DISTINCT FROM 'closed' AS isShown,
      publishedAt <= since::TIMESTAMP AS isCarried
    FROM carry_forward_prices(prices_of(resolution, adjusted), [feed::BIGINT], since, until)
  ) AS prices
  LEFT JOIN ( -- bars do not have the values of their last update
    SELECT
      arg_max(publisherCount, publishedAt) AS publishers,
      arg_max(marketSession, publishedAt) AS session,
      arg_max(ageSeconds, publishedAt) AS age
    FROM prices
    WHERE priceFeedId = feed AND publishedAt BETWEEN since::TIMESTAMP - to_hours(6) AND until::TIMESTAMP
  ) AS newest ON true
);
