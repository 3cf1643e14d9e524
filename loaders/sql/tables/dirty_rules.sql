-- The rules of the dirty feeds, and of all others, which may be compared with them. Internal.
-- Grain: (priceFeedId, rule).
-- Source: rules, feeds, feed_totals, dirty_hours.
-- Columns as rules, and:
--   priceFeedId: the feed
FROM rules_of(['dirty_hours', 'feeds', 'feed_totals'])
