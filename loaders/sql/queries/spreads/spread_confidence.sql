-- Distribution of a feed's spread against its confidence, in seconds, in 24 × 24 bins on logarithmic scales, outside the closed
-- session.
-- Grain: (fromConfidence, fromSpread).
-- Source: spreads, bars_1m, bars_1h, bars_1d.
-- Example: FROM spread_confidence(1, last_update() - INTERVAL 24 HOUR, last_update())
-- Columns:
--   fromConfidence: where the bin begins [bps]
--   toConfidence: where it ends [bps]
--   fromSpread: where the bin begins [bps]
--   toSpread: where it ends [bps]
--   seconds: how long both were in the bin [s]
CREATE OR REPLACE {{temp}}MACRO spread_confidence(feed, since, until, resolution := 'raw') AS TABLE
WITH open AS (
  SELECT log10(spreadBps) AS y, log10(spreadBps / spreadConfidences) AS x, seconds
  FROM carry_forward('spreads_' || resolution, [feed::BIGINT], since, until)
  WHERE seconds > 0
    AND spreadBps BETWEEN 1e-9 AND 1e9 -- absurd values would squeeze all others into one bin
    AND spreadBps / nullif(spreadConfidences, 0) BETWEEN 1e-9 AND 1e9
    AND marketSession IS DISTINCT FROM 'closed'
), scale AS (
  SELECT
    min(x) AS start,
    min(y) AS low,
    greatest((max(x) - start) / 24, 0.02) AS width,
    greatest((max(y) - low) / 24, 0.02) AS height
  FROM open
)
SELECT
  finite_or_null(pow(10, start + width * least(floor((x - start) / width), 23))) AS fromConfidence,
  finite_or_null(fromConfidence * pow(10, width)) AS toConfidence,
  finite_or_null(pow(10, low + height * least(floor((y - low) / height), 23))) AS fromSpread,
  finite_or_null(fromSpread * pow(10, height)) AS toSpread,
  sum(seconds) AS seconds
FROM open, scale
GROUP BY ALL
ORDER BY ALL;
