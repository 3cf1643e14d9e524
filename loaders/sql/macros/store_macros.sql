-- Macros of the store alone: pages do not need them, and their browsers do not have the json extension.

-- The feed of a rejected entry; null if its id cannot be read, or DuckDB does not take the text for JSON.
CREATE OR REPLACE MACRO feed_of_entry(entry) AS
  CASE WHEN json_valid(entry) THEN TRY_CAST(regexp_extract(entry ->> '$.priceFeedId', '^\d+$') AS BIGINT) END;

-- A time in ms, rounded to three digits: so there are few distinct values, however many answers.
CREATE OR REPLACE MACRO rounded_latency(ms) AS
  CASE WHEN ms < 100 THEN round(ms, 1) WHEN ms < 1000 THEN round(ms) ELSE round(ms, -1) END;

-- Whether a response is a refusal. A 404 of `price` is an answer: there is no update at the instant.
CREATE OR REPLACE MACRO is_refused(httpStatus, endpoint) AS
  httpStatus <> 200 AND NOT (httpStatus = 404 AND endpoint = 'price');

-- Whether a time between two updates of a feed is a gap, the one rule for the command gaps and for quality_1h: it is longer
-- than one and a half times the feed's usual step there. If that is unknown, it is no gap.
CREATE OR REPLACE MACRO is_gap(step, usualStep) AS coalesce(step > 1.5 * usualStep, false);

-- The usual step at a place: the larger of two medians, of the five steps before it and of the five after (of an even
-- number the larger step). So a change from one step to another is no gap. A side with a single step does not count.
-- `source` has a row for each instant of a series: step is the time since the one before; ownStep the same, but null unless
-- both are updates; wanted marks rows to judge. The result has the rows that are wanted or may be gaps: a gap is longer than
-- the median of five steps, so also than at least one of any three of them, which is tested without sorting.
CREATE OR REPLACE MACRO usual_steps(source) AS TABLE
WITH placed AS (
  SELECT
    *,
    row_number() OVER ordered AS place,
    CASE
      WHEN lag(ownStep, 2) OVER ordered IS NOT NULL
        THEN least(lag(ownStep) OVER ordered, lag(ownStep, 2) OVER ordered, lag(ownStep, 3) OVER ordered)
    END AS leastBefore,
    CASE
      WHEN lead(ownStep, 2) OVER ordered IS NOT NULL
        THEN least(lead(ownStep) OVER ordered, lead(ownStep, 2) OVER ordered, lead(ownStep, 3) OVER ordered)
    END AS leastAfter
  FROM query_table(source)
  WINDOW ordered AS (PARTITION BY series ORDER BY instant)
), possible AS (
  FROM placed
  WHERE wanted OR (step > 1.5 * coalesce(leastBefore, 0) AND step > 1.5 * coalesce(leastAfter, 0))
), medians AS (
  SELECT
    series,
    instant,
    CASE WHEN count(*) FILTER (away < 0) > 1 THEN quantile_disc(ownStep, 0.51) FILTER (away < 0) END AS stepBefore,
    CASE WHEN count(*) FILTER (away > 0) > 1 THEN quantile_disc(ownStep, 0.51) FILTER (away > 0) END AS stepAfter
  FROM (
    SELECT near.series, near.instant, away, ownStep
    FROM (SELECT series, instant, place, unnest(range(-5, 6)) AS away FROM possible) AS near
    JOIN placed ON placed.series = near.series AND placed.place = near.place + away
    WHERE ownStep IS NOT NULL
  )
  GROUP BY series, instant
)
SELECT possible.* EXCLUDE (place, leastBefore, leastAfter), stepBefore, stepAfter, greatest(stepBefore, stepAfter) AS usualStep
FROM possible
LEFT JOIN medians USING (series, instant);

-- The hour of a dated instant, in µs since 1970; it takes half the time of time_bucket.
CREATE OR REPLACE MACRO hour_us(instant) AS epoch_us(instant) // 3_600_000_000 * 3_600_000_000;

-- Whether "no update at an instant" (Unix µs) is final: within a minute of the instant, one may still come.
CREATE OR REPLACE MACRO is_settled(requestedAt, instant) AS epoch_us(requestedAt) > instant + 60000000;

-- Whether an instant can be a time of publication: one before 2000, or more than a day ahead, is in another unit, or of a
-- broken clock.
CREATE OR REPLACE MACRO is_dated(instant) AS
  instant BETWEEN TIMESTAMP '2000-01-01' AND now()::TIMESTAMP + INTERVAL 1 DAY;

CREATE OR REPLACE MACRO whole_minute(instant) AS time_bucket(INTERVAL 1 MINUTE, instant + INTERVAL 30 SECOND);

-- The instant of payment that a rate names by its fundingTimestamp, the last one or the next: a whole minute (as venues are some ms
-- late) at most an interval away. Null for "just now": within a minute of the publication, unless it is a multiple of the interval.
CREATE OR REPLACE MACRO payment_instant(fundingTimestamp, publishedAt, intervalHours) AS
CASE
  WHEN abs(epoch_us(whole_minute(fundingTimestamp)) - epoch_us(fundingTimestamp)) <= 100_000
    AND abs(epoch_us(fundingTimestamp) - epoch_us(publishedAt)) <= 3.6e9 * intervalHours + 100_000
    AND (
      abs(epoch_us(fundingTimestamp) - epoch_us(publishedAt)) > 60_000_000
      OR epoch_us(whole_minute(fundingTimestamp)) % (3.6e9 * intervalHours) = 0
    )
    THEN whole_minute(fundingTimestamp)
END;

-- The bin of a spread in a distribution that can be added up, and the spread of a bin: bins are 2 % wide, so that a
-- quantile of them is within 1 % (DDSketch, Masson, Rim and Lee 2019).
CREATE OR REPLACE MACRO spread_bin(bps) AS CASE WHEN bps > 0 THEN ceil(ln(bps) / ln(1.02))::INTEGER END;
CREATE OR REPLACE MACRO bin_spread(bin) AS 2 * pow(1.02, bin) / 2.02;
