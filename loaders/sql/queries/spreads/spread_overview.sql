-- A feed's spread over a long time, coarsely: the lowest and the highest of each of about 240 steps, for the strip under a chart.
-- Grain: publishedAt.
-- Source: spreads, bars_1m, bars_1h, bars_1d.
-- Example: FROM spread_overview(1, first_update(), last_update(), resolution := '1h')
-- Columns:
--   publishedAt: when the step begins
--   low: lowest spread over mid of a normal book [bps]
--   high: highest spread over mid of a normal book [bps]
CREATE OR REPLACE {{temp}}MACRO spread_overview(feed, since, until, resolution := 'raw') AS TABLE
SELECT
  overview_step(publishedAt, since, until) AS publishedAt,
  min(spreadBps) AS low,
  max(spreadBps) AS high
FROM carry_forward('spreads_' || resolution, [feed::BIGINT], since, until)
WHERE spreadBps IS NOT NULL
GROUP BY 1
ORDER BY 1;
