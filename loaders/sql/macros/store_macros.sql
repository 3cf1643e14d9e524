-- Macros of the store alone: pages do not need them, and their browsers do not have the json extension.

-- The feed of a rejected entry; null if its id cannot be read, or DuckDB does not take the text for JSON.
CREATE OR REPLACE {{temp}}MACRO feed_of_entry(entry) AS
  CASE WHEN json_valid(entry) THEN TRY_CAST(regexp_extract(entry ->> '$.priceFeedId', '^\d+$') AS BIGINT) END;

-- A time in ms, rounded to three digits: so there are few distinct values, however many answers.
CREATE OR REPLACE {{temp}}MACRO rounded_latency(ms) AS
  CASE WHEN ms < 100 THEN round(ms, 1) WHEN ms < 1000 THEN round(ms) ELSE round(ms, -1) END;

-- Whether a response is a refusal. A 404 of `price` is an answer: the instant has no update.
CREATE OR REPLACE {{temp}}MACRO is_refused(httpStatus, endpoint) AS
  httpStatus <> 200 AND NOT (httpStatus = 404 AND endpoint = 'price');

-- Whether a step between two updates is a gap. If the usual step is unknown, it is none. gap_runs says which step is usual.
CREATE OR REPLACE {{temp}}MACRO is_gap(step, usualStep) AS coalesce(step > 1.5 * usualStep, false);

-- The hour of a dated instant, in µs since 1970; it takes half the time of time_bucket.
CREATE OR REPLACE {{temp}}MACRO hour_us(instant) AS epoch_us(instant) // 3_600_000_000 * 3_600_000_000;

-- Whether "no update at an instant" (Unix µs) is final: within a minute of the instant, one may still come.
CREATE OR REPLACE {{temp}}MACRO is_settled(requestedAt, instant) AS epoch_us(requestedAt) > instant + 60000000;

-- Whether an instant can be a time of publication: one before 2000, or more than a day ahead, is in another unit, or of a
-- broken clock.
CREATE OR REPLACE {{temp}}MACRO is_dated(instant) AS
  instant BETWEEN TIMESTAMP '2000-01-01' AND now()::TIMESTAMP + INTERVAL 1 DAY;

CREATE OR REPLACE {{temp}}MACRO whole_minute(instant) AS time_bucket(INTERVAL 1 MINUTE, instant + INTERVAL 30 SECOND);

-- The instant of payment that a rate names by its fundingTimestamp, the last one or the next: a whole minute (as venues are some ms
-- late) at most an interval away. Null for "just now": within a minute of the publication, unless it is a multiple of the interval.
CREATE OR REPLACE {{temp}}MACRO payment_instant(fundingTimestamp, publishedAt, intervalHours) AS
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
CREATE OR REPLACE {{temp}}MACRO spread_bin(bps) AS CASE WHEN bps > 0 THEN ceil(ln(bps) / ln(1.02))::INTEGER END;
CREATE OR REPLACE {{temp}}MACRO bin_spread(bin) AS 2 * pow(1.02, bin) / 2.02;

-- The settings say whether fundingRate is a mantissa (fundingRateIsMantissa), and the unit of fundingRateInterval.
CREATE OR REPLACE {{temp}}MACRO funding_mantissa(fundingRate) AS {{mantissa}};
CREATE OR REPLACE {{temp}}MACRO funding_fraction(fundingRate, exponent) AS {{fraction}};
CREATE OR REPLACE {{temp}}MACRO funding_hours(fundingRateInterval) AS
  CASE WHEN fundingRateInterval BETWEEN {{unitsPerHour}} / 60 AND {{unitsPerHour}}::BIGINT * 24 * 31 THEN fundingRateInterval / {{unitsPerHour}} END;
