-- How far the price of a feed moved while its market was not in a session: from the last price of one stretch of the session
-- to the first of the next. An update outside of the session must lie between, as it shows that the session ended. Repeated
-- updates are left out. If you use bars, use 1m: a bar of an hour can hold the end of a session and the start of the next.
-- Formula: gapBps = 10,000 × ln(open / close) (French and Roll 1986, Journal of Financial Economics 17).
-- Grain: (priceFeedId, openedAt).
-- Source: prices, bars_1m, bars_1h, bars_1d, feed_stats.
-- Example: FROM session_gaps([922, 937], first_update(), last_update())
-- Columns as feeds, and:
--   closedAt: the last price of the session
--   openedAt: the first price of the next one
--   hours: time between the two [h]
--   close: price at closedAt, or the close of its bar [quote currency]
--   open: price at openedAt, or the open of its bar [quote currency]
--   gapBps: logarithm of open over close; null where one is not above 0 [bps]
CREATE OR REPLACE {{temp}}MACRO session_gaps(feeds, since, until, session := 'regular', resolution := 'raw', adjusted := false) AS TABLE
WITH known AS ( -- how many updates outside of the session there were until then
  SELECT
    priceFeedId,
    publishedAt,
    price,
    open,
    is_counted(marketSession, session) AND price IS NOT NULL AND (ageSeconds > 1) IS NOT TRUE AS counts,
    sum(isOutside) OVER (PARTITION BY priceFeedId ORDER BY publishedAt) AS outside
  FROM (
    SELECT *, (NOT is_counted(marketSession, session))::INTEGER AS isOutside FROM query_table(prices_of(resolution, adjusted))
  )
  WHERE priceFeedId IN (SELECT unnest(coalesce(feeds::BIGINT[], [])))
    AND priceFeedId >= list_min(feeds::BIGINT[]) -- these spare reading others, as in carry_forward
    AND priceFeedId <= list_max(feeds::BIGINT[])
    AND publishedAt >= since::TIMESTAMP
    AND publishedAt <= until::TIMESTAMP
), paired AS (
  SELECT
    *,
    lag(publishedAt) OVER feed AS closedAt,
    lag(price) OVER feed AS close,
    lag(outside) OVER feed AS before
  FROM known
  WHERE counts
  WINDOW feed AS (PARTITION BY priceFeedId ORDER BY publishedAt)
)
SELECT
  priceFeedId,
  symbol,
  closedAt,
  publishedAt AS openedAt,
  (epoch(publishedAt) - epoch(closedAt)) / 3600 AS hours,
  close,
  open,
  CASE WHEN open > 0 AND close > 0 THEN 10000 * ln(open / close) END AS gapBps
FROM paired
JOIN feed_stats USING (priceFeedId)
WHERE outside > before
ORDER BY priceFeedId, openedAt;
