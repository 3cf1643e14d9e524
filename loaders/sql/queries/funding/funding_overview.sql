-- Funding rates of feeds over a long time, coarsely: the lowest and the highest of each of about 240 steps, for the strip under a chart.
-- Grain: publishedAt.
-- Source: funding, funding_1h, funding_1d.
-- Example: FROM funding_overview([112, 113], first_update(), last_update(), resolution := '1h')
-- Columns:
--   publishedAt: when the step begins
--   low: lowest rate of all of them [fraction per 8 h]
--   high: highest rate of all of them [fraction per 8 h]
CREATE OR REPLACE {{temp}}MACRO funding_overview(feeds, since, until, resolution := 'raw') AS TABLE
SELECT
  overview_step(publishedAt, since, until) AS publishedAt,
  min(rate8h) AS low,
  max(rate8h) AS high
FROM carry_forward('rates_' || funding_resolution(resolution), feeds, since, until)
WHERE rate8h IS NOT NULL
GROUP BY 1
ORDER BY 1;
