-- Null instead of an infinity or NaN.
CREATE OR REPLACE MACRO finite_or_null(number) AS CASE WHEN isfinite(number) THEN number END;

-- The human value of a mantissa: mantissa × 10^exponent, as the double nearest to the decimal.
-- A power of ten up to 10^22 is a double exactly, so one division (or product) rounds once. Beyond that, and for a
-- mantissa above 2^53, decimal text is read, which rounds once too. Null for |exponent| > 308, and where it overflows.
-- Mantissas that no HUGEINT holds (above 10^38) or with a fraction are none of the service's: within one rounding more.
CREATE OR REPLACE MACRO human_value(mantissa, exponent) AS
CASE
  WHEN abs(exponent) > 308 THEN NULL
  WHEN exponent <> trunc(exponent) THEN finite_or_null(mantissa * pow(10, exponent))
  WHEN abs(mantissa) <= 9007199254740992 AND exponent BETWEEN -22 AND 0 THEN mantissa / pow(10, -exponent)
  WHEN abs(mantissa) <= 9007199254740992 AND exponent BETWEEN 1 AND 22 THEN mantissa * pow(10, exponent)
  WHEN abs(mantissa) > 1e38 OR mantissa <> trunc(mantissa) THEN finite_or_null(mantissa * pow(10, exponent))
  ELSE finite_or_null(TRY_CAST(format('{}e{}', mantissa::HUGEINT, exponent::INTEGER) AS DOUBLE))
END;
