-- What has run in a store never changes: a column more is a migration more.
CREATE TABLE schema_migrations (
  version INTEGER NOT NULL,
  appliedAt TIMESTAMP NOT NULL
);
CREATE TABLE feed_updates (
  priceFeedId BIGINT NOT NULL CHECK (priceFeedId >= 0),
  price DOUBLE,
  bestBidPrice DOUBLE,
  bestAskPrice DOUBLE,
  confidence DOUBLE,
  exponent DOUBLE,
  publisherCount DOUBLE,
  fundingRate DOUBLE,
  fundingRateInterval DOUBLE,
  marketSession VARCHAR,
  emaPrice DOUBLE,
  emaConfidence DOUBLE,
  feedUpdateTimestamp TIMESTAMP,
  fundingTimestamp TIMESTAMP,
  responseId UUID NOT NULL,
  entryIndex INTEGER NOT NULL,
  publishedAt TIMESTAMP NOT NULL,
  extra JSON
);
CREATE TABLE responses (
  responseId UUID NOT NULL,
  loadId UUID NOT NULL,
  endpoint VARCHAR NOT NULL,
  baseUrl VARCHAR NOT NULL,
  requestedAt TIMESTAMP NOT NULL,
  receivedAt TIMESTAMP NOT NULL,
  publishedAt TIMESTAMP NOT NULL,
  httpStatus INTEGER,
  latencyMs DOUBLE,
  bodyBytes BIGINT NOT NULL,
  bodyHash VARCHAR NOT NULL,
  request JSON,
  entries INTEGER NOT NULL,
  rows INTEGER NOT NULL,
  rejected INTEGER NOT NULL CHECK (entries = rows + rejected),
  missingFeeds JSON
);
CREATE TABLE rejected_entries (
  responseId UUID NOT NULL,
  entryIndex INTEGER NOT NULL,
  reason VARCHAR NOT NULL,
  entry JSON NOT NULL
);
CREATE TABLE coercions (
  responseId UUID NOT NULL,
  entryIndex INTEGER NOT NULL,
  priceFeedId BIGINT NOT NULL,
  columnName VARCHAR NOT NULL,
  value JSON NOT NULL
);
CREATE TABLE loads (
  loadId UUID NOT NULL,
  command VARCHAR NOT NULL,
  startedAt TIMESTAMP NOT NULL,
  finishedAt TIMESTAMP,
  status VARCHAR NOT NULL,
  rows BIGINT NOT NULL,
  rejected BIGINT NOT NULL,
  error VARCHAR,
  sandbox BOOLEAN NOT NULL
);
CREATE TABLE feeds (
  priceFeedId BIGINT NOT NULL PRIMARY KEY,
  symbol VARCHAR,
  name VARCHAR,
  assetType VARCHAR,
  exponent INTEGER,
  minChannel VARCHAR,
  state VARCHAR,
  fundingIntervalHours DOUBLE,
  description VARCHAR,
  updatedAt TIMESTAMP NOT NULL
);
