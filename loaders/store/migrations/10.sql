CREATE TABLE shipping (cluster VARCHAR NOT NULL, startedAt TIMESTAMP NOT NULL, shippedAt TIMESTAMP);
CREATE TABLE unshipped (responseId UUID NOT NULL, again BOOLEAN);
CREATE TABLE unkept_hours (priceFeedId BIGINT NOT NULL, hour TIMESTAMP NOT NULL);
