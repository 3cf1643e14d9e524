-- Null instead of an infinity or NaN.
CREATE OR REPLACE {{temp}}MACRO finite_or_null(number) AS CASE WHEN isfinite(number) THEN number END;

-- The divisor that makes a mantissa a human value: 10^-exponent for a whole exponent from -22 to 0, else null.
CREATE OR REPLACE {{temp}}MACRO divisor_of(exponent) AS
  CASE WHEN exponent BETWEEN -22 AND 0 AND exponent = trunc(exponent) THEN pow(10, -exponent) END;

-- The human value of a mantissa: mantissa × 10^exponent, as the double nearest to the decimal. `divisor` is divisor_of(exponent),
-- which is computed once for all values of a row.
-- A power of ten up to 10^22 is exact as a double, and so is the stored mantissa, so one division (or product) rounds once.
-- Beyond 10^22 the decimal text is parsed, which rounds once too, for mantissas up to 10^38. The service sends no larger
-- ones; they would be rounded twice. Null for |exponent| > 308, and on overflow.
CREATE OR REPLACE {{temp}}MACRO scaled(mantissa, exponent, divisor) AS
CASE
  WHEN divisor > 0 THEN mantissa / divisor
  WHEN abs(exponent) > 308 THEN NULL
  WHEN exponent NOT BETWEEN 1 AND 22 AND exponent = trunc(exponent) AND abs(mantissa) <= 1e38 AND mantissa = trunc(mantissa)
    THEN finite_or_null(TRY_CAST(format('{}e{}', mantissa::HUGEINT, exponent::INTEGER) AS DOUBLE))
  ELSE finite_or_null(mantissa * pow(10, exponent))
END;

-- The same for one value of a row.
CREATE OR REPLACE {{temp}}MACRO human_value(mantissa, exponent) AS scaled(mantissa, exponent, divisor_of(exponent));

-- Whether a feed is stale, the one rule for pages and commands: its own update was over a minute old in its regular session.
-- Only that session promises fresh updates, as publishers may pause in the others. A feed without a session or an age is
-- never stale. Where its schedule is known, session_at gives the session.
CREATE OR REPLACE {{temp}}MACRO is_stale(marketSession, ageSeconds) AS
  coalesce(marketSession = 'regular' AND ageSeconds > 60, false);

-- The smallest usual step of clocks, in seconds, of which at most so many fill a span: from a millisecond to whole days.
-- `stepOf` in src/format/resolution.ts says the same, as a page chooses its step before DuckDB-Wasm has started.
CREATE OR REPLACE {{temp}}MACRO step_of(seconds, points) AS
CASE
  WHEN seconds > 0 THEN coalesce(
    (
      SELECT min(step)::DOUBLE
      FROM unnest(
        [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 3, 5, 6, 10, 15, 20, 30]
        || [60, 120, 180, 300, 360, 600, 900, 1200, 1800]
        || [3600, 7200, 10800, 14400, 21600, 28800, 43200, 86400]
      ) AS steps(step)
      WHERE step >= seconds / points
    ),
    86400 * ceil(seconds / points / 86400)
  )
  ELSE 1 -- of an empty store, and of one instant
END;

-- Rows of `source` ('prices', 'spreads', 'funding', or bars like them) that were valid between two instants, of a list of
-- feeds, or (null) of all in the table `feeds`: those published in that time, and of each feed the one before, if it is at
-- most six hours old, or a day for rates and for bars of a day, as no row is valid for longer. nextAt is when the feed's
-- next row came, at most `until`; seconds is how long the row was valid until then, at most its validSeconds. A row at the
-- very end counts a millisecond.
CREATE OR REPLACE {{temp}}MACRO carry_forward(source, feeds, since, until) AS TABLE
SELECT
  *,
  CASE WHEN publishedAt >= since::TIMESTAMP THEN greatest(valid, 0.001) ELSE greatest(valid, 0) END AS seconds
FROM (
  SELECT
    *,
    least(epoch(nextAt), epoch(publishedAt) + validSeconds) - epoch(greatest(publishedAt, since::TIMESTAMP)) AS valid
  FROM (
    SELECT * EXCLUDE (followedAt), coalesce(followedAt, until::TIMESTAMP) AS nextAt -- not in the window, for columns of a join
    FROM (
      SELECT *, lead(publishedAt) OVER (PARTITION BY priceFeedId ORDER BY publishedAt) AS followedAt
      FROM query_table(source)
      WHERE priceFeedId IN (SELECT unnest(coalesce(feeds::BIGINT[], (SELECT list(priceFeedId) FROM feeds))))
        -- These bounds keep DuckDB from reading other feeds. For a list that a query gives, they would be computed for each row.
        AND priceFeedId >= coalesce(list_min(feeds::BIGINT[]), 0)
        AND priceFeedId <= coalesce(list_max(feeds::BIGINT[]), 9223372036854775807)
        AND publishedAt >= since::TIMESTAMP
          - to_hours(CASE WHEN regexp_matches(source, '1d$|^rate|^funding') THEN 24 ELSE 6 END)
        AND publishedAt <= until::TIMESTAMP
    )
  )
)
WHERE publishedAt >= since::TIMESTAMP OR nextAt > since::TIMESTAMP;

-- Change from the first open to the last price of some rows, an aggregate. A fraction of the first, whatever its sign.
CREATE OR REPLACE {{temp}}MACRO price_change(open, price, instant) AS
  finite_or_null((arg_max(price, instant) - arg_min(open, instant)) / nullif(abs(arg_min(open, instant)), 0));

-- Spread in 1/10 000 of mid: negative for a crossed book, zero for a locked one.
CREATE OR REPLACE {{temp}}MACRO spread_bps(bid, ask) AS
  finite_or_null(10000 * (ask - bid) / nullif(abs((bid + ask) / 2), 0));

-- Confidence in 1/10 000 of the price, whatever its sign.
CREATE OR REPLACE {{temp}}MACRO confidence_bps(confidence, price) AS
  finite_or_null(10000 * confidence / nullif(abs(price), 0));

-- The session of a bar, an aggregate: the last of its rows' that is open, else the last.
CREATE OR REPLACE {{temp}}MACRO last_session(marketSession, instant) AS
  coalesce(arg_max(marketSession, instant) FILTER (marketSession <> 'closed'), arg_max(marketSession, instant));

-- The simple rate over 365 days of a rate per interval.
CREATE OR REPLACE {{temp}}MACRO simple_yearly(rate, intervalHours) AS finite_or_null(rate * 24 * 365 / intervalHours);

-- The compound rate over 365 days of a rate per interval: each payment is reinvested.
CREATE OR REPLACE {{temp}}MACRO compound_yearly(rate, intervalHours) AS
  CASE WHEN rate > -1 THEN finite_or_null(pow(1 + rate, 24 * 365 / intervalHours) - 1) END;

-- How far a price is from a reference, beyond the price's own confidence, in 1/10 000 of the reference.
CREATE OR REPLACE {{temp}}MACRO deviation_bps(price, reference, confidenceBps) AS
  finite_or_null(10000 * abs(price - reference) / nullif(abs(reference), 0)) - coalesce(confidenceBps, 0);

-- The pair of a symbol, such as BTC/USD of FundingRate.Binance.BTC/USDT: stablecoins of the dollar count as USD.
CREATE OR REPLACE {{temp}}MACRO pair_of(symbol) AS
  regexp_replace(regexp_replace(nullif(symbol, ''), '^.*[.]', ''), '/USD[TC]$', '/USD');
