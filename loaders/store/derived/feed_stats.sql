-- One row per feed that the catalogue knows or that has updates, with how much of it is in the store.
-- Grain: priceFeedId. Misdated updates are left out; firstPublishedAt and lastPublishedAt are null where none is left.
-- exponent is the catalogue's, else the last update's, null where that is none of 32 bits.
SELECT
  coalesce(feeds.priceFeedId, held.priceFeedId) AS priceFeedId,
  symbol,
  name,
  coalesce(assetType, CASE WHEN held.funding THEN 'funding-rate' END) AS assetType,
  coalesce(feeds.exponent, TRY_CAST(held.exponent AS INTEGER)) AS exponent,
  minChannel,
  state,
  fundingIntervalHours,
  coalesce(held.updates, 0) AS updates,
  firstPublishedAt,
  lastPublishedAt
FROM feeds
FULL JOIN (
  SELECT
    priceFeedId,
    count(*) AS updates,
    min(publishedAt) AS firstPublishedAt,
    max(publishedAt) AS lastPublishedAt,
    arg_max(exponent, publishedAt) AS exponent,
    bool_or(fundingRate IS NOT NULL) AS funding
  FROM dated_updates
  GROUP BY priceFeedId
) AS held USING (priceFeedId)
