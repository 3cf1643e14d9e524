-- The rules of the dirty feeds. Internal.
-- Grain: (priceFeedId, rule).
-- Source: rules, feeds, dirty_hours.
-- Columns as rules, and:
--   priceFeedId: the feed
FROM rules_of('dirty_hours')
