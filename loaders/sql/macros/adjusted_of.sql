-- Prices of `source` (prices_raw, or bars like it), each over the factors of all splits that took effect after it, and their product as
-- splitFactor. A bar counts by its end.
CREATE OR REPLACE {{temp}}MACRO adjusted_of(source) AS TABLE
SELECT
  * EXCLUDE (splitFeed, effectiveAt, laterFactor)
    REPLACE (
      price / splitFactor AS price,
      open / splitFactor AS open,
      low / splitFactor AS low,
      high / splitFactor AS high,
      bid / splitFactor AS bid,
      ask / splitFactor AS ask,
      confidence / splitFactor AS confidence,
      ema / splitFactor AS ema,
      emaConfidence / splitFactor AS emaConfidence
    )
FROM (
  SELECT *, coalesce(laterFactor, 1) AS splitFactor
  FROM query_table(source)
  ASOF LEFT JOIN (
    SELECT
      priceFeedId AS splitFeed,
      effectiveAt,
      product(factor) OVER (PARTITION BY priceFeedId ORDER BY effectiveAt DESC) AS laterFactor
    FROM feed_splits
  )
    ON priceFeedId = splitFeed
    AND CASE source WHEN 'prices_raw' THEN publishedAt ELSE publishedAt + to_seconds(validSeconds - 1e-6) END < effectiveAt
);

-- Adjusted bars of an hour or a day. A bar with a split in it is made of the bars of `finer`, which are adjusted.
CREATE OR REPLACE {{temp}}MACRO adjusted_bars_of(source, finer) AS TABLE
SELECT
  bars.* REPLACE (
    coalesce(made.price, bars.price) AS price,
    coalesce(made.open, bars.open) AS open,
    coalesce(made.low, bars.low) AS low,
    coalesce(made.high, bars.high) AS high,
    coalesce(made.confidence, bars.confidence) AS confidence
  )
FROM adjusted_of(source) AS bars
LEFT JOIN (
  SELECT
    whole.priceFeedId,
    whole.publishedAt,
    arg_max(parts.price, parts.publishedAt) AS price,
    arg_min(parts.open, parts.publishedAt) AS open,
    min(parts.low) AS low,
    max(parts.high) AS high,
    avg(parts.confidence) AS confidence
  FROM query_table(source) AS whole
  JOIN feed_splits AS splits
    ON splits.priceFeedId = whole.priceFeedId
    AND effectiveAt > whole.publishedAt
    AND effectiveAt < whole.publishedAt + to_seconds(whole.validSeconds)
  JOIN query_table(finer) AS parts
    ON parts.priceFeedId = whole.priceFeedId
    AND parts.publishedAt >= whole.publishedAt
    AND parts.publishedAt < whole.publishedAt + to_seconds(whole.validSeconds)
  GROUP BY ALL
) AS made USING (priceFeedId, publishedAt);
