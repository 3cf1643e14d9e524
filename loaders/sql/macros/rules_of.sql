-- The rules that count for the feeds of `sources`: of several rules of a name that match a feed, the last one, unless that is
-- off. A rule of publishers without a limit has the catalogue's. Internal.
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
  coalesce("limit", CASE kind WHEN 'publishers' THEN coalesce(minPublishers, 1) END) AS "limit",
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

-- A text for each feed of `sources` that changes if its rules or the feeds of its pair do: then its hours are made again.
CREATE OR REPLACE {{temp}}MACRO rule_keys(sources) AS TABLE
SELECT priceFeedId, md5(string_agg(concat_ws(' ', rule, severity, "limit", windowSeconds, reference), ' ' ORDER BY rule)
  || coalesce(any_value(peers)::VARCHAR, '')) AS ruleKey
FROM rules_of(sources)
LEFT JOIN (
  SELECT priceFeedId, list(priceFeedId ORDER BY priceFeedId) OVER (PARTITION BY pair_of(symbol)) AS peers FROM feeds
) USING (priceFeedId)
GROUP BY priceFeedId;
