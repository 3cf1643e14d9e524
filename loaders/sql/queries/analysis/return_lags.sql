-- Which of two feeds leads: Pearson's correlation of the feed's log returns with another feed's log returns so many steps
-- later, for each lag from -lags to lags. If the greatest one is at a positive lag, the feed leads and the other follows;
-- at a negative lag the other leads (cross-correlation: Campbell, Lo and MacKinlay 1997, 2.4 and 3.1).
-- Formula: correlation(lag) = corr(feed(t), other(t + lag)).
-- Grain: lag.
-- Source: prices, bars_1m, bars_1h, bars_1d.
-- Example: FROM return_lags(1, 2, last_update() - INTERVAL 24 HOUR, last_update(), 600, lags := 3)
-- Columns as return_correlation, and:
--   lag: how many steps later the other feed's return is [steps]
--   lagSeconds: the same as a time [s]
CREATE OR REPLACE {{temp}}MACRO return_lags(feed, other, since, until, step, lags := 10, resolution := 'raw', session := 'open', adjusted := false) AS TABLE
WITH returns AS MATERIALIZED (
  FROM log_returns([feed::BIGINT, other::BIGINT], since, until, step, resolution := resolution, session := session, adjusted := adjusted)
), late AS ( -- the other's returns, at the steps that they are compared with
  SELECT lag, lag * seconds AS lagSeconds, publishedAt - to_seconds(lag * seconds) AS publishedAt, logReturn
  FROM (SELECT *, unnest(range(-lags::BIGINT, lags::BIGINT + 1)) AS lag FROM returns WHERE priceFeedId = other)
)
SELECT
  lag::DOUBLE AS lag,
  lagSeconds,
  count(one.logReturn + late.logReturn)::DOUBLE AS returns,
  round(finite_or_null(corr(one.logReturn, late.logReturn)), 15) AS correlation
FROM late
LEFT JOIN (FROM returns WHERE priceFeedId = feed) AS one USING (publishedAt)
GROUP BY ALL
ORDER BY ALL;
