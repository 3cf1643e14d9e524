-- Runs of rows of an hour that are beyond the limit of a rule. `events` joins the runs of adjacent hours. Internal.
-- Grain: (priceFeedId, rule, startedAt).
-- Source: {{signals}}, {{rows}}, deduplicated_updates.
-- Columns as events, and:
--   startedAt: its first row beyond the limit
--   lastAt: its last row beyond the limit
--   nextAt: the next row of the hour, which is within the limit; null if there is none
--   isFirst: whether it begins with the hour's first row
--   rows: how many rows it has
--   since: when what the rule judges began: of stalled, before startedAt
--   windowSeconds: how long it has to last [s]
WITH placed AS (
  SELECT priceFeedId, hour, publishedAt, row_number() OVER feed AS place, lead(publishedAt) OVER feed AS nextAt
  FROM (SELECT priceFeedId, {{instant}} AS publishedAt, make_timestamp(hour_us({{instant}})) AS hour FROM {{rows}})
  SEMI JOIN {{signals}} USING (priceFeedId, hour)
  WINDOW feed AS (PARTITION BY priceFeedId, hour ORDER BY publishedAt)
), runs AS (
  SELECT
    priceFeedId,
    rule,
    any_value(kind) AS kind,
    any_value(severity) AS severity,
    arg_min("limit", publishedAt) AS "limit",
    any_value(unit) AS unit,
    any_value(windowSeconds) AS windowSeconds,
    min(publishedAt) AS startedAt,
    max(publishedAt) AS lastAt,
    arg_max_null(nextAt, publishedAt) AS nextAt,
    min(place) = 1 AS isFirst,
    count(*) AS rows,
    min(since) AS since,
    CASE WHEN any_value(kind) IN ('publishers', 'stalled') THEN min(value) ELSE max(value) END AS worst
  FROM (
    SELECT *, place - row_number() OVER (PARTITION BY priceFeedId, hour, rule ORDER BY place) AS run
    FROM {{signals}}
    JOIN placed USING (priceFeedId, hour, publishedAt)
  )
  GROUP BY priceFeedId, hour, rule, run
), began AS ( -- the first update at or within a minute after a beginning
  SELECT
    runs.priceFeedId,
    since,
    min(publishedAt) AS publishedAt,
    arg_min(responseId, publishedAt) AS responseId,
    arg_min(entryIndex, publishedAt) AS entryIndex
  FROM runs
  JOIN deduplicated_updates
    ON deduplicated_updates.priceFeedId = runs.priceFeedId
    AND publishedAt >= since
    AND publishedAt < since + INTERVAL 1 MINUTE
  WHERE {{within}}
  GROUP BY ALL
)
SELECT runs.*, responseId, entryIndex, publishedAt
FROM runs
LEFT JOIN began USING (priceFeedId, since)
