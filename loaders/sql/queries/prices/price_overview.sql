-- A feed's price over a long time, coarsely: the lowest and the highest of each of about 240 steps, for the strip under a chart.
-- Grain: publishedAt.
-- Source: prices, bars_1m, bars_1h, bars_1d.
-- Example: FROM price_overview(1, first_update(), last_update(), resolution := '1h')
-- Columns as bars_1m, and:
--   publishedAt: when the step begins
CREATE OR REPLACE {{temp}}MACRO price_overview(feed, since, until, resolution := 'raw', adjusted := false) AS TABLE
SELECT
  overview_step(publishedAt, since, until) AS publishedAt,
  min(low) AS low,
  max(high) AS high
FROM carry_forward(prices_of(resolution, adjusted), [feed::BIGINT], since, until)
GROUP BY 1
ORDER BY 1;
