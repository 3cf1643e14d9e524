-- Funding rates at a resolution of {{resolution}}, to draw as a line: the first, lowest, highest and last
-- rate of each bar, with their times of publication.
-- Grain: (priceFeedId, publishedAt).
-- Source: {{bars}}.
-- Columns as funding, and:
--   validSeconds: length of the bar [s]
SELECT DISTINCT
  priceFeedId,
  publishedAt,
  rate8h,
  simple_yearly(rate8h, 8) AS apr,
  {{seconds}} AS validSeconds
FROM (
  SELECT priceFeedId, firstAt AS publishedAt, firstRate8h AS rate8h FROM {{bars}}
  UNION ALL
  SELECT priceFeedId, lowAt, lowRate8h FROM {{bars}}
  UNION ALL
  SELECT priceFeedId, highAt, highRate8h FROM {{bars}}
  UNION ALL
  SELECT priceFeedId, lastAt, lastRate8h FROM {{bars}}
)
WHERE publishedAt IS NOT NULL
