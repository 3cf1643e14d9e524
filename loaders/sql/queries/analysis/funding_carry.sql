-- What a pair of perpetual futures earns by funding alone, long at one venue and short at another with positions of one size:
-- what the short one received less what the long one paid, less the costs of entry and exit. Each rate counts as in
-- funding_accrual, for as long as it was valid, but only while the other rate was valid, too. Above zero the pair earns.
-- Changes of prices are not included.
-- Formula: carry = Σ (short rate - long rate) × seconds, of the rates per second in each span in which both stay; net =
-- carry - (entryBps + exitBps) / 10,000 (He, Manela, Ross and von Wachter 2022, Fundamentals of Perpetual Futures).
-- Grain: one row.
-- Source: funding, funding_1h, funding_1d.
-- Example: FROM funding_carry(112, 113, last_update() - INTERVAL 7 DAY, last_update(), entryBps := 5, exitBps := 5)
-- Columns:
--   hours: time in which both rates were valid [h]
--   longPaid: what the long position paid then; below zero it received [fraction of the position]
--   shortReceived: what the short position received then; below zero it paid [fraction of the position]
--   carry: shortReceived - longPaid [fraction of the position]
--   cost: entry and exit [fraction of the position]
--   net: carry - cost; null where no time has both rates [fraction of the position]
--   apr: net × 8760 / hours, the costs once in these hours [fraction per year]
CREATE OR REPLACE {{temp}}MACRO funding_carry(longFeed, shortFeed, since, until, entryBps := 0, exitBps := 0, resolution := 'raw') AS TABLE
WITH rates AS (
  SELECT
    priceFeedId,
    greatest(publishedAt, since::TIMESTAMP) AS startedAt,
    greatest(publishedAt, since::TIMESTAMP) + to_seconds(seconds) AS endedAt,
    nextAt,
    meanRate8h / 28800 AS rate
  FROM carry_forward('rate_means_' || funding_resolution(resolution), [longFeed::BIGINT, shortFeed::BIGINT], since, until)
  WHERE seconds > 0
), changes AS ( -- each rate when it came, and null when it stopped being valid
  SELECT priceFeedId, startedAt, rate, true AS begins
  FROM rates
  UNION ALL
  SELECT priceFeedId, endedAt, NULL, false
  FROM rates
  WHERE endedAt < nextAt OR nextAt >= until::TIMESTAMP
), paired AS (
  SELECT
    last_value(long IGNORE NULLS) OVER passed AS paid,
    last_value(short IGNORE NULLS) OVER passed AS received,
    epoch(lead(startedAt) OVER passed) - epoch(startedAt) AS seconds
  FROM (
    SELECT
      *,
      CASE WHEN priceFeedId = longFeed THEN {'rate': rate} END AS long,
      CASE WHEN priceFeedId = shortFeed THEN {'rate': rate} END AS short
    FROM changes
  )
  WINDOW passed AS (ORDER BY startedAt, begins)
), sums AS (
  SELECT
    sum(seconds) / 3600 AS hours,
    sum(paid.rate * seconds) AS longPaid,
    sum(received.rate * seconds) AS shortReceived
  FROM paired
  WHERE seconds > 0 AND paid.rate IS NOT NULL AND received.rate IS NOT NULL
)
SELECT
  hours,
  longPaid,
  shortReceived,
  shortReceived - longPaid AS carry,
  cost,
  shortReceived - longPaid - cost AS net,
  finite_or_null((shortReceived - longPaid - cost) * 8760 / hours) AS apr
FROM (SELECT *, (entryBps + exitBps)::DOUBLE / 10000 AS cost FROM sums);
