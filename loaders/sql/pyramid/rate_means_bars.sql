-- Funding rates at a resolution of {{resolution}} ({{seconds}} s), one row each, from which means over longer times can be computed.
-- Grain: (priceFeedId, publishedAt), the bar's start.
-- Source: {{bars}}.
-- Columns as funding_1h, and:
--   publishedAt: when the bar begins
--   intervalHours: the funding interval at its end [h]
--   rate8h: its last rate [fraction per 8 h]
--   apr: its last rate [fraction per year]
--   meanApr: mean of the rates, by the time that each was valid [fraction per year]
--   validSeconds: how much of the bar has a rate [s]
SELECT
  priceFeedId,
  startedAt AS publishedAt,
  intervalHours,
  lastRate8h AS rate8h,
  simple_yearly(lastRate8h, 8) AS apr,
  meanRate8h,
  simple_yearly(meanRate8h, 8) AS meanApr,
  seconds AS validSeconds
FROM {{bars}}
