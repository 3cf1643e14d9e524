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
