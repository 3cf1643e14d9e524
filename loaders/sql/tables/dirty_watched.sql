-- The hours of feeds whose bars a rule compares with those of dirty hours: these, the hours after them, and the same hours of
-- feeds of the same pair, and of those that have a dirty feed as their reference.
WITH pairs AS (
  SELECT priceFeedId, pair_of(symbol) AS pair FROM feeds WHERE symbol IS NOT NULL
)
SELECT priceFeedId, hour FROM dirty_hours
UNION
SELECT priceFeedId, hour + INTERVAL 1 HOUR FROM dirty_hours
UNION
SELECT peers.priceFeedId, hour
FROM dirty_hours
JOIN pairs AS own ON own.priceFeedId = dirty_hours.priceFeedId
JOIN pairs AS peers ON peers.pair = own.pair
UNION
SELECT referring.priceFeedId, hour
FROM dirty_hours
JOIN dirty_rules AS referring ON referring.reference = dirty_hours.priceFeedId
