CREATE TABLE former_symbols (
  symbol VARCHAR NOT NULL,
  priceFeedId BIGINT NOT NULL,
  renamedAt TIMESTAMP NOT NULL
);
