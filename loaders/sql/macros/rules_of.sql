-- The rules that count for the feeds of `sources`: of several rules of a name that match a feed, the last one, unless that is
-- off. Internal.
-- Grain: (priceFeedId, rule).
-- Source: rules, feeds.
-- Columns as rules, and:
--   priceFeedId: the feed
CREATE OR REPLACE {{temp}}MACRO rules_of(sources) AS TABLE
SELECT
  priceFeedId,
  rule,
  kind,
  severity,
  "limit",
  unit,
  windowSeconds,
  reference
FROM (SELECT DISTINCT priceFeedId FROM query_table(sources, true))
LEFT JOIN feeds USING (priceFeedId)
JOIN rules
  ON rules.feeds = '*'
  OR list_contains(string_split(rules.feeds, ','), priceFeedId::VARCHAR)
  OR symbol GLOB rules.feeds
  OR assetType = rules.feeds
QUALIFY place = max(place) OVER (PARTITION BY priceFeedId, rule) AND severity <> 'off';

-- A text for each feed of `sources` that changes if its rules, the feeds of its pair or its first minima of publishers do: then its
-- hours are made again. A later minimum counts from then on, so it changes no hour that is made.
CREATE OR REPLACE {{temp}}MACRO rule_keys(sources) AS TABLE
SELECT priceFeedId, md5(concat_ws(
  ' ',
  string_agg(concat_ws(' ', rule, severity, "limit", windowSeconds, reference), ' ' ORDER BY rule),
  any_value(peers),
  any_value(minPublishers),
  any_value(minima)
)) AS ruleKey
FROM rules_of(sources)
LEFT JOIN (
  SELECT priceFeedId, minPublishers, list(priceFeedId ORDER BY priceFeedId) OVER (PARTITION BY pair_of(symbol)) AS peers
  FROM feeds
) USING (priceFeedId)
LEFT JOIN (
  SELECT priceFeedId, list((marketSession, minPublishers) ORDER BY marketSession) AS minima
  FROM feed_schedules
  WHERE feed_schedules.since IS NULL
  GROUP BY priceFeedId
) USING (priceFeedId)
GROUP BY priceFeedId;
