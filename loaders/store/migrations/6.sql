CREATE TABLE retained (
  droppedAt TIMESTAMP NOT NULL,
  before TIMESTAMP NOT NULL,
  rows BIGINT NOT NULL,
  rejected BIGINT NOT NULL,
  coercions BIGINT NOT NULL
);
CREATE TABLE dropped_hours (
  priceFeedId BIGINT NOT NULL,
  hour TIMESTAMP NOT NULL
);
