-- The bars that rules read for the watched hours: of these hours and the hour before, and of their peers and references.
WITH wanted AS (
  SELECT priceFeedId, hour FROM dirty_watched
  UNION
  SELECT priceFeedId, hour - INTERVAL 1 HOUR FROM dirty_watched
  UNION
  SELECT peers.priceFeedId, hour
  FROM dirty_watched
  JOIN feeds AS own ON own.priceFeedId = dirty_watched.priceFeedId
  JOIN feeds AS peers ON pair_of(peers.symbol) = pair_of(own.symbol)
  UNION
  SELECT reference, hour
  FROM dirty_watched
  JOIN dirty_rules AS referring ON referring.priceFeedId = dirty_watched.priceFeedId
  WHERE reference IS NOT NULL
)
SELECT priceFeedId, startedAt, high, low, close, updates, carriedForward, meanConfidenceBps, marketSession
FROM bars_1m
SEMI JOIN wanted ON wanted.priceFeedId = bars_1m.priceFeedId AND hour_us(startedAt) = epoch_us(wanted.hour)
WHERE startedAt >= (SELECT min(hour) FROM wanted) AND startedAt < (SELECT max(hour) + INTERVAL 1 HOUR FROM wanted)
