-- One price of dated futures: at each step the price of the contract that expires next, rolled to the next contract some days before
-- it expires. A series jumps where it rolls, so older prices are moved by the distance of both contracts at the last step
-- before the roll at which both have a price: by their difference, or by their ratio. The newest contract keeps its prices.
-- Formula: adjusted = price + Σ (next - price at each later roll); with ratio: price × Π (next / price) (Ma, Mercer and Walker 1992, Rolling
-- Over Futures Contracts, Journal of Futures Markets 12).
-- Grain: publishedAt.
-- Source: feeds, prices, bars_1m, bars_1h, bars_1d, feed_stats.
-- Example: FROM roll((SELECT list(priceFeedId) FROM feeds WHERE expiresAt IS NOT NULL), first_update(), last_update(), 3600)
-- Columns as aligned_prices, and:
--   adjustment: the summand or factor of the price; null before a roll without a common price
--   adjusted: the continuous price [quote currency]
CREATE OR REPLACE {{temp}}MACRO roll(contracts, since, until, step, method := 'difference', rollDays := 0, resolution := 'raw') AS TABLE
WITH dated AS (
  SELECT priceFeedId, expiresAt - to_seconds(86400 * rollDays) AS rollsAt, row_number() OVER (ORDER BY expiresAt, priceFeedId) AS place
  FROM feeds
  WHERE expiresAt IS NOT NULL AND list_contains(contracts::BIGINT[], priceFeedId)
), priced AS (
  SELECT aligned.*, rollsAt, place
  FROM aligned_prices(contracts, since, until, step, resolution := resolution) AS aligned
  JOIN dated USING (priceFeedId)
  WHERE price IS NOT NULL
), front AS (
  SELECT *
  FROM priced
  WHERE publishedAt + to_seconds(seconds) <= rollsAt
  QUALIFY row_number() OVER (PARTITION BY publishedAt ORDER BY place) = 1
), used AS ( -- the contracts that are ever at the front, and the next of them
  SELECT place, rollsAt, lead(place) OVER (ORDER BY place) AS nextPlace
  FROM (SELECT DISTINCT place, rollsAt FROM front)
), rolls AS (
  SELECT
    used.place,
    arg_max(later.price - earlier.price, later.publishedAt) AS difference,
    arg_max(later.price / nullif(earlier.price, 0), later.publishedAt) AS ratio
  FROM used
  JOIN priced AS earlier ON earlier.place = used.place AND earlier.publishedAt < used.rollsAt
  JOIN priced AS later ON later.place = used.nextPlace AND later.publishedAt = earlier.publishedAt
  GROUP BY used.place
), adjustments AS (
  SELECT
    place,
    CASE
      WHEN bool_or(nextPlace IS NOT NULL AND difference IS NULL) OVER later THEN NULL
      WHEN method = 'ratio' THEN coalesce(product(ratio) OVER later, 1)
      ELSE coalesce(sum(difference) OVER later, 0)
    END AS adjustment
  FROM used
  LEFT JOIN rolls USING (place)
  WINDOW later AS (ORDER BY place DESC)
)
SELECT
  priceFeedId,
  symbol,
  publishedAt,
  price,
  adjustment,
  CASE WHEN method = 'ratio' THEN price * adjustment ELSE price + adjustment END AS adjusted
FROM front
JOIN adjustments USING (place)
ORDER BY publishedAt;
