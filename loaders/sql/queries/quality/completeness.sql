-- Updates of each feed that came, by step, over the clock hours that a time touches, for the 40 least complete feeds that a
-- search finds. There is a row for each step, also if nothing was asked for.
-- Grain: (feed, startedAt), the least complete feed first.
-- Source: quality_1h, feed_stats.
-- Example: FROM completeness(last_update() - INTERVAL 24 HOUR, last_update(), 3600)
-- Columns:
--   feed: its symbol, with the id if several feeds have this symbol; without a symbol the id
--   startedAt: when the step begins
--   seconds: length of a step: an hour or more [s]
--   expected: requested updates; null outside the data [updates]
--   received: requested updates that came; null outside the data [updates]
--   asked: hours of the step of which at least half was asked for [h]
--   hours: hours of the step that are in the time [h]
CREATE OR REPLACE {{temp}}MACRO completeness(since, until, step, search := '') AS TABLE
WITH shown AS (
  SELECT
    priceFeedId,
    coalesce(symbol || CASE WHEN namesakes > 1 THEN ' (' || priceFeedId || ')' ELSE '' END, 'feed ' || priceFeedId) AS feed,
    greatest(3600, step)::DOUBLE AS seconds,
    time_bucket(to_seconds(greatest(3600, step)), startedAt) AS startedAt,
    sum(received + missing)::DOUBLE AS expected,
    sum(received)::DOUBLE AS received,
    count(*) FILTER (received + missing >= notAsked)::DOUBLE AS asked
  FROM quality_1h
  JOIN (SELECT *, count(*) OVER (PARTITION BY symbol) AS namesakes FROM feed_stats) USING (priceFeedId)
  WHERE quality_1h.startedAt >= time_bucket(to_hours(1), since::TIMESTAMP)
    AND quality_1h.startedAt <= until::TIMESTAMP
    AND is_found(priceFeedId, symbol, name, assetType, search)
  GROUP BY ALL
), worst AS (
  SELECT
    priceFeedId,
    feed,
    row_number() OVER (ORDER BY sum(received) / nullif(sum(expected), 0), feed, priceFeedId) AS place
  FROM shown
  GROUP BY priceFeedId, feed
  QUALIFY place <= 40
), steps AS (
  SELECT
    greatest(3600, step)::DOUBLE AS seconds,
    unnest(
      generate_series(
        time_bucket(to_seconds(greatest(3600, step)), time_bucket(to_hours(1), since::TIMESTAMP)),
        until::TIMESTAMP,
        to_seconds(greatest(3600, step))
      )
    ) AS startedAt
)
SELECT
  feed,
  startedAt,
  seconds,
  expected,
  received,
  coalesce(asked, 0) AS asked,
  date_diff(
    'hour',
    greatest(startedAt, since::TIMESTAMP),
    least(startedAt + to_seconds(seconds), until::TIMESTAMP + to_hours(1))
  )::DOUBLE AS hours
FROM worst
CROSS JOIN steps
LEFT JOIN (SELECT priceFeedId, startedAt, expected, received, asked FROM shown) USING (priceFeedId, startedAt)
ORDER BY place, startedAt;
