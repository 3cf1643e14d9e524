CREATE TABLE failed_responses (
  responseId UUID NOT NULL,
  problem VARCHAR NOT NULL,
  start VARCHAR NOT NULL
);
CREATE TABLE known_fields (
  endpoint VARCHAR NOT NULL,
  field VARCHAR NOT NULL,
  kinds VARCHAR NOT NULL,
  priceFeedId BIGINT NOT NULL,
  stopped BOOLEAN NOT NULL
);
CREATE TABLE drift (
  loadId UUID NOT NULL,
  endpoint VARCHAR NOT NULL,
  field VARCHAR NOT NULL,
  change VARCHAR NOT NULL,
  was VARCHAR,
  now VARCHAR,
  priceFeedId BIGINT NOT NULL
);
