CREATE TABLE superseded_updates (
  responseId UUID NOT NULL,
  entryIndex INTEGER NOT NULL
);
CREATE TABLE feed_totals (
  priceFeedId BIGINT NOT NULL,
  dated BOOLEAN NOT NULL,
  rows BIGINT NOT NULL,
  fundingRates BIGINT NOT NULL,
  firstPublishedAt TIMESTAMP NOT NULL,
  lastPublishedAt TIMESTAMP NOT NULL,
  exponent DOUBLE,
  exponentAt TIMESTAMP,
  feedUpdateTimestamp TIMESTAMP,
  marketSession VARCHAR
);
INSERT INTO superseded_updates (responseId, entryIndex)
SELECT responseId, entryIndex
FROM (
  SELECT
    responseId,
    entryIndex,
    row_number() OVER (PARTITION BY priceFeedId, publishedAt ORDER BY responseId DESC, entryIndex DESC) AS place
  FROM feed_updates
  SEMI JOIN (
    SELECT priceFeedId, publishedAt
    FROM feed_updates
    GROUP BY ALL
    HAVING count(*) > 1
  ) AS repeated USING (priceFeedId, publishedAt)
)
WHERE place > 1;
UPDATE derived_state SET rows = 0;
