CREATE TABLE derived_state (
  definition VARCHAR NOT NULL,
  rows BIGINT NOT NULL,
  responses BIGINT NOT NULL,
  horizon TIMESTAMP
);
CREATE TABLE derived_stale (
  priceFeedId BIGINT NOT NULL,
  hour TIMESTAMP NOT NULL
);
