-- One row per feed that the catalogue lists or that has updates, with the number and times of its updates in the store.
-- Misdated updates are left out.
-- Grain: priceFeedId.
-- Source: feeds, feed_held.
-- Columns as feeds, and:
--   assetType: class of the feed, such as crypto, fx, equity or funding-rate
--   exponent: the catalogue's, else the last update's; null where that is none of 32 bits [power of ten]
--   updates: how many the store has [updates]
--   firstPublishedAt: when its first update was published; null without one
--   lastPublishedAt: when its last update was published; null without one
SELECT
  coalesce(feeds.priceFeedId, held.priceFeedId) AS priceFeedId,
  symbol,
  name,
  coalesce(assetType, CASE WHEN held.funding THEN 'funding-rate' END) AS assetType,
  coalesce(feeds.exponent, TRY_CAST(held.exponent AS INTEGER)) AS exponent,
  minChannel,
  state,
  fundingIntervalHours,
  feeds.minPublishers,
  quoteCurrency,
  instrumentType,
  expiresAt,
  schedule,
  coalesce(held.updates, 0) AS updates,
  firstPublishedAt,
  lastPublishedAt
FROM feeds
FULL JOIN (
  SELECT *, rows AS updates, fundingRates > 0 AS funding
  FROM feed_held
  QUALIFY dated OR NOT bool_or(dated) OVER ()
) AS held USING (priceFeedId)
