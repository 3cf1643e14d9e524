-- Null instead of an infinity or NaN.
CREATE OR REPLACE MACRO finite_or_null(number) AS CASE WHEN isfinite(number) THEN number END;

-- The human value of a mantissa: mantissa × 10^exponent, as the double nearest to the decimal.
-- A power of ten up to 10^22 is a double exactly, and so is the mantissa as stored: one division (or product) rounds once.
-- Beyond 10^22 decimal text is read, which rounds once too, up to a mantissa of 10^38; larger ones are none of the
-- service's, and within one rounding more. Null for |exponent| > 308, and where it overflows.
CREATE OR REPLACE MACRO human_value(mantissa, exponent) AS
CASE
  WHEN exponent BETWEEN -22 AND 0 AND exponent = trunc(exponent) THEN mantissa / pow(10, -exponent)
  WHEN abs(exponent) > 308 THEN NULL
  WHEN exponent BETWEEN 1 AND 22 AND exponent = trunc(exponent) THEN finite_or_null(mantissa * pow(10, exponent))
  WHEN abs(mantissa) <= 1e38 AND mantissa = trunc(mantissa) AND exponent = trunc(exponent)
    THEN finite_or_null(TRY_CAST(format('{}e{}', mantissa::HUGEINT, exponent::INTEGER) AS DOUBLE))
  ELSE finite_or_null(mantissa * pow(10, exponent))
END;

-- Whether an instant can be that of a publication: before 2000 or more than a day ahead is a time in another unit, or a
-- broken clock.
CREATE OR REPLACE MACRO is_dated(instant) AS
  instant BETWEEN TIMESTAMP '2000-01-01' AND now()::TIMESTAMP + INTERVAL 1 DAY;

-- The smallest step of a clock, in seconds, that makes at most so many points of a span; `stepOf` in src/lib/pick.ts says
-- the same.
CREATE OR REPLACE MACRO step_of(seconds, points) AS
CASE
  WHEN seconds <= 300 THEN 0.2
  ELSE coalesce(
    (
      SELECT min(step)
      FROM unnest([1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400]) AS steps(step)
      WHERE step >= seconds / points
    ),
    86400 * ceil(seconds / points / 86400),
    1 -- an empty store
  )
END;

-- Rows of `source` ('prices', 'spreads' or 'funding') that stood between two instants: those published then, and of each
-- feed the one before, if it is no older than six hours. nextAt is when the feed's next row came, at most `until`; seconds
-- is how long the row stood in between, at most its standsSeconds. A row at the very end counts a millisecond.
CREATE OR REPLACE MACRO standing(source, feeds, since, until) AS TABLE
SELECT
  *,
  CASE WHEN publishedAt >= since::TIMESTAMP THEN greatest(stood, 0.001) ELSE greatest(stood, 0) END AS seconds
FROM (
  SELECT
    *,
    lead(publishedAt, 1, until::TIMESTAMP) OVER (PARTITION BY priceFeedId ORDER BY publishedAt) AS nextAt,
    least(epoch(nextAt), epoch(publishedAt) + standsSeconds) - epoch(greatest(publishedAt, since::TIMESTAMP)) AS stood
  FROM query_table(source)
  WHERE priceFeedId IN (SELECT unnest(feeds::BIGINT[]))
    AND publishedAt BETWEEN since::TIMESTAMP - INTERVAL 6 HOUR AND until::TIMESTAMP
)
WHERE publishedAt >= since::TIMESTAMP OR nextAt > since::TIMESTAMP;
