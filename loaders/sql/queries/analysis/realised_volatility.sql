-- Realised volatility of feeds over a time, annualised by the hours in which their own market is open: the root of the sum of
-- squared log returns over the open time that they cover, times the open time of a year. The mean is not subtracted (Andersen,
-- Bollerslev, Diebold and Labys 2003, Econometrica 71). Open hours come from the feed's sessions in all of the data, in whole
-- weeks if there is one: 8,760 for a market that never closes. They are wrong for less than a week of a market with weekends,
-- and for a feed without updates while it is closed: give yearHours then, such as 252 × 6.5.
-- Formula: volatility = √(Σ logReturn² × yearHours / openHours).
-- Grain: priceFeedId.
-- Source: prices, bars_1m, bars_1h, bars_1d, sessions, feed_stats.
-- Example: FROM realised_volatility([1, 2], last_update() - INTERVAL 24 HOUR, last_update(), 300)
-- Columns as feeds, and:
--   returns: steps that have a return [returns]
--   openHours: time in these steps in which the market was open [h]
--   yearHours: open hours of a year [h]
--   volatility: standard deviation of a year's log return; null without a return [fraction per year]
CREATE OR REPLACE {{temp}}MACRO realised_volatility(feeds, since, until, step, resolution := 'raw', session := 'open', yearHours := NULL, adjusted := false) AS TABLE
WITH stretches AS ( -- counted and other sessions, each up to the next one
  SELECT
    priceFeedId,
    is_counted(marketSession, session) AS open,
    startedAt,
    lead(startedAt, 1, endedAt + to_minutes(15)) OVER feed AS endedAt,
    max(sessions.endedAt) OVER all_of_feed AS lastAt,
    (epoch(lastAt) - epoch(min(startedAt) OVER all_of_feed) + 3600) // 604800 AS weeks
  FROM sessions
  WHERE priceFeedId IN (SELECT unnest(coalesce(feeds::BIGINT[], [])))
  WINDOW feed AS (PARTITION BY priceFeedId ORDER BY startedAt), all_of_feed AS (PARTITION BY priceFeedId)
), years AS (
  SELECT priceFeedId, 8760 * sum(held) FILTER (open) / nullif(sum(held), 0) AS openHours
  FROM (
    SELECT
      *,
      epoch(least(endedAt, lastAt))
        - greatest(epoch(startedAt), CASE WHEN weeks > 0 THEN epoch(lastAt) - 604800 * weeks ELSE 0 END) AS held
    FROM stretches
  )
  WHERE held > 0
  GROUP BY priceFeedId
), steps AS ( -- how long the market was open in each
  SELECT priceFeedId, publishedAt, sum(epoch(least(endedAt, publishedAt + length)) - epoch(greatest(startedAt, publishedAt))) AS open
  FROM (
    SELECT *, unnest(generate_series(time_bucket(length, greatest(startedAt, first)), least(endedAt, last), length)) AS publishedAt
    FROM stretches
    CROSS JOIN (
      SELECT
        to_seconds(greatest(step, seconds_of(resolution))) AS length,
        since::TIMESTAMP AS first,
        until::TIMESTAMP AS last
    )
    WHERE open
  )
  GROUP BY ALL
)
SELECT
  priceFeedId,
  symbol,
  count(logReturn)::DOUBLE AS returns,
  sum(covered) / 3600 AS openHours,
  any_value(coalesce(yearHours, years.openHours, 8760))::DOUBLE AS yearHours,
  sqrt(sum(logReturn * logReturn) * any_value(coalesce(yearHours, years.openHours, 8760)) * 3600 / sum(covered)) AS volatility
FROM (
  SELECT returns.*, CASE WHEN logReturn IS NOT NULL THEN coalesce(nullif(steps.open, 0), seconds) END AS covered
  FROM log_returns(feeds, since, until, step, resolution := resolution, session := session, adjusted := adjusted) AS returns
  LEFT JOIN steps USING (priceFeedId, publishedAt)
)
LEFT JOIN years USING (priceFeedId)
GROUP BY priceFeedId, symbol
ORDER BY priceFeedId;
