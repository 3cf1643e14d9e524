-- The regular session of each feed at the store's last update by its schedule, and when it next opens and closes: market_now,
-- ready for pages.
-- Grain: priceFeedId, of feeds with a readable schedule.
-- Source: feed_schedules, meta.
-- Example: FROM market_state ORDER BY nextOpenAt, priceFeedId LIMIT 10
-- Columns as market_now.
FROM market_now((SELECT lastPublishedAt FROM meta))
