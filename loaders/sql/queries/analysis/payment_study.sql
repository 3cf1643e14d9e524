-- How a price moves around the payments of a funding feed: the mean of its log changes from the instant of payment to each step
-- before and after, of all payments in a time, with the standard error of that mean. A payment counts at the steps at which
-- both prices are known.
-- Formula: meanBps(k) = mean of 10,000 × ln(price(payment + k) / price(payment)); errorBps = standard deviation / √payments
-- (MacKinlay 1997, Event Studies in Economics and Finance, Journal of Economic Literature 35).
-- Grain: (longsPaid, offsetSeconds).
-- Source: funding_payments, prices, bars_1m, bars_1h, bars_1d, feed_stats.
-- Example: FROM payment_study(112, 1, first_update(), last_update(), 300, 3600)
-- Columns:
--   longsPaid: whether the payment was above zero
--   offsetSeconds: time after the payment; below zero: before it [s]
--   payments: payments with both prices [payments]
--   meanBps: mean change since the payment [bps]
--   errorBps: standard error of the mean; null of a single payment [bps]
CREATE OR REPLACE {{temp}}MACRO payment_study(rateFeed, feed, since, until, step, aside, resolution := 'raw', adjusted := false) AS TABLE
WITH priced AS ( -- the last price before each instant
  SELECT publishedAt + to_seconds(seconds) AS instant, price
  FROM aligned_prices(
    [feed::BIGINT], since::TIMESTAMP - to_seconds(aside + 2 * step), until::TIMESTAMP + to_seconds(aside + step), step,
    resolution := resolution, adjusted := adjusted
  )
  WHERE price > 0
), payments AS (
  SELECT time_bucket(to_seconds(step), paidAt) AS paidAt, rate > 0 AS longsPaid
  FROM funding_payments
  WHERE priceFeedId = rateFeed AND paidAt BETWEEN since::TIMESTAMP AND until::TIMESTAMP AND rate <> 0
)
SELECT
  longsPaid,
  offsetSeconds,
  count(*)::DOUBLE AS payments,
  avg(changeBps) AS meanBps,
  stddev_samp(changeBps) / sqrt(count(*)) AS errorBps
FROM (
  SELECT longsPaid, offsetSeconds, 10000 * ln(later.price / base.price) AS changeBps
  FROM payments
  CROSS JOIN (SELECT (step * unnest(range(-(aside // step)::BIGINT, (aside // step)::BIGINT + 1)))::DOUBLE AS offsetSeconds)
  JOIN priced AS base ON base.instant = paidAt
  JOIN priced AS later ON later.instant = paidAt + to_seconds(offsetSeconds)
)
GROUP BY longsPaid, offsetSeconds
ORDER BY longsPaid, offsetSeconds;
