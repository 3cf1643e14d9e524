-- Updates whose price is far from the median of the updates around them, measured in robust standard deviations (the Hampel
-- identifier): a few wild prices do not widen its band, as they would widen a standard deviation. Repeated updates are left
-- out. Where more than half of the prices around are the same, the deviation is unknown, and nothing counts as an outlier.
-- Formula: deviation = (price - median) / (1.4826 × median |pᵢ - median|), of `around` prices pᵢ before it, itself, and as many
-- after it (Davies and Gather 1993, The Identification of Multiple Outliers, Journal of the American Statistical Association 88).
-- Grain: publishedAt.
-- Source: prices.
-- Example: FROM price_outliers(1, last_update() - INTERVAL 24 HOUR, last_update(), around := 3, least := 1) ORDER BY abs(deviation) DESC
-- Columns as prices, and:
--   median: median of the prices around it [quote currency]
--   deviation: distance from the median in robust standard deviations, with its sign
CREATE OR REPLACE {{temp}}MACRO price_outliers(feed, since, until, around := 10, least := 6, adjusted := false) AS TABLE
SELECT publishedAt, price, median, (price - median) / (1.4826 * nullif(spread, 0)) AS deviation
FROM (
  SELECT
    publishedAt,
    price,
    median(price) OVER near AS median,
    mad(price) OVER near AS spread,
    count(*) OVER near AS neighbours
  FROM query_table(prices_of('raw', adjusted))
  WHERE priceFeedId = feed
    AND price IS NOT NULL
    AND (ageSeconds > 1) IS NOT TRUE
    AND publishedAt BETWEEN since::TIMESTAMP AND until::TIMESTAMP
  WINDOW near AS (ORDER BY publishedAt ROWS BETWEEN around PRECEDING AND around FOLLOWING)
)
WHERE neighbours > around AND abs(deviation) >= least
ORDER BY publishedAt;
