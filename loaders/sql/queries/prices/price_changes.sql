-- How much each feed's price changed over the last hours of the store.
-- Grain: priceFeedId.
-- Source: prices_long, meta.
-- Example: FROM price_changes(24) ORDER BY change DESC LIMIT 5
-- Columns as feeds, and:
--   change: since the price that was valid at their start; null if none was [fraction]
CREATE OR REPLACE {{temp}}MACRO price_changes(hours, adjusted := false) AS TABLE
SELECT
  priceFeedId,
  CASE
    WHEN bool_or(isEarly) FILTER (open IS NOT NULL)
      THEN price_change(open, price, publishedAt)
  END AS change
FROM (
  SELECT *, publishedAt <= last_update() - to_hours(hours) AS isEarly
  FROM carry_forward_prices(prices_of('long', adjusted), NULL, last_update() - to_hours(hours), last_update()) -- of all feeds
)
GROUP BY priceFeedId;
