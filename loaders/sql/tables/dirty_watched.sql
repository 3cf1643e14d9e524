-- The hours of feeds whose bars a rule compares with bars of dirty hours: these, the hours after them, and the same hours of
-- feeds of the same pair and of feeds whose reference is dirty.
SELECT priceFeedId, hour FROM dirty_hours
UNION
SELECT priceFeedId, hour + INTERVAL 1 HOUR FROM dirty_hours
UNION
SELECT peers.priceFeedId, hour
FROM dirty_hours
JOIN feeds AS own ON own.priceFeedId = dirty_hours.priceFeedId
JOIN feeds AS peers ON pair_of(peers.symbol) = pair_of(own.symbol)
UNION
SELECT referring.priceFeedId, hour
FROM dirty_hours
JOIN dirty_rules AS referring ON referring.reference = dirty_hours.priceFeedId
