-- Answers of price with another instant than requested: off by a step of the channel or more (real_time has no steps: by more
-- than a second). Their rows are kept; at the requested instant all feeds are missing.
-- Internal.
-- Grain: response.
-- Source: responses.
-- Columns:
--   response: the place of the response in its table
--   responseId: the response
--   loadId: the load that asked
--   receivedAt: when it was received
--   askedUs: the instant that was asked for, in Unix µs
--   publishedAt: the instant that it is of; when it was received, if it does not say
--   feeds: the feeds that were asked for
SELECT
  rowid AS response,
  responseId,
  loadId,
  receivedAt,
  TRY_CAST(request ->> '$.timestamp' AS BIGINT) AS askedUs,
  publishedAt,
  (request -> '$.priceFeedIds')::BIGINT[] AS feeds
FROM responses
WHERE
  endpoint = 'price'
  AND httpStatus = 200
  AND missingFeeds IS NOT NULL -- null: requested by symbol, or the body had no update
  AND (entries > 0 OR publishedAt <> receivedAt) -- else it names no instant
  AND NOT suffix(request::VARCHAR, ':' || epoch_us(publishedAt) || '}') -- most are of just that instant: then no JSON is read
  AND abs(epoch_us(publishedAt) - askedUs)
    > coalesce(1000 * TRY_CAST(regexp_extract(request ->> '$.channel', '@(\d+)ms$', 1) AS BIGINT) - 1, 1000000)
