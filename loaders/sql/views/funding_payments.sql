-- Payments of funding: the rate that longs paid to shorts at each instant of payment, up to the store's last update. The service
-- sends the instant of some venues, the last one or the next; for others it sends just now. Those pay at the multiples of
-- their interval, from midnight UTC on. The rate is the last one before the instant, or the first one after it where the
-- service names an instant only afterwards. For intervals below an hour, the view has only instants that the service sends, at
-- most one an hour. A rate without an interval (see funding) makes no payment.
-- Grain: (priceFeedId, paidAt).
-- Source: funding_1h, meta.
-- Example: SELECT paidAt, rate, intervalHours FROM funding_payments WHERE priceFeedId = 112 ORDER BY paidAt DESC LIMIT 10
-- Columns as feeds, and:
--   paidAt: the instant of payment
--   rate: the payment: above zero longs paid, below it they received [fraction of the position]
--   intervalHours: the funding interval that it is for [h]
--   instantFrom: service where it sends the instant; interval where that follows from the interval
SELECT
  priceFeedId,
  paidAt,
  arg_max(rate, nearness) AS rate,
  arg_max(intervalHours, nearness) AS intervalHours,
  arg_max(instantFrom, nearness) AS instantFrom
FROM (
  SELECT
    priceFeedId,
    startedAt,
    intervalHours,
    lastRate8h * intervalHours / 8 AS rate,
    startedAt + INTERVAL 1 HOUR AS endedAt,
    coalesce(paymentAt, CASE WHEN intervalHours >= 1 AND epoch_us(endedAt) % (3.6e9 * intervalHours) = 0 THEN endedAt END) AS paidAt,
    CASE WHEN paymentAt IS NOT NULL THEN 'service' ELSE 'interval' END AS instantFrom,
    CASE WHEN startedAt < paidAt THEN epoch_us(startedAt) ELSE -epoch_us(startedAt) END AS nearness
  FROM funding_1h
  WHERE lastRate8h IS NOT NULL AND (paymentAt IS NOT NULL OR updates > 0 OR seconds > 3599) -- valid at its end
)
WHERE paidAt <= (SELECT lastPublishedAt FROM meta)
GROUP BY priceFeedId, paidAt
