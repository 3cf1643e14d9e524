-- How complete all feeds that a search finds were, over the clock hours that a time touches.
-- Grain: one row.
-- Source: feed_quality.
-- Example: FROM quality_summary(last_update() - INTERVAL 24 HOUR, last_update())
-- Columns as feed_quality, and:
--   expected: updates that were requested [updates]
--   received: updates that came [updates]
--   asked: hours of feeds with an update or a request [h]
--   hours: hours of feeds in all [h]
--   longest: the longest gap [s]
CREATE OR REPLACE {{temp}}MACRO quality_summary(since, until, search := '') AS TABLE
SELECT
  coalesce(sum(received + missing), 0) AS expected,
  coalesce(sum(received), 0) AS received,
  complete_share(sum(received), sum(missing)) AS share,
  coalesce(sum(hours), 0) AS asked,
  coalesce(count(*) * any_value(span), 0)::DOUBLE AS hours,
  coalesce(sum(missing), 0) AS missing,
  sum(gaps) AS gaps,
  max(gapSeconds) AS longest,
  coalesce(sum(rejected), 0) AS rejected,
  coalesce(sum(coercions), 0) AS coercions
FROM (
  SELECT *, 1 + date_diff('hour', since::TIMESTAMP, until::TIMESTAMP) AS span
  FROM feed_quality(since, until, search := search)
);
