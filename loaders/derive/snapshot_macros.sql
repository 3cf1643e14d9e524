-- Macros of a snapshot alone.

-- The finest resolution of `source` (prices or funding) that holds a time as a whole, and of which each of so many feeds has
-- at most so many rows in it; where there is none, the coarsest. `resolutionOf` in src/lib/resolution.ts says the same.
CREATE OR REPLACE MACRO resolution_of(source, feeds, started, ended) AS
coalesce(
  (
    SELECT arg_min(resolution, seconds)
    FROM (
      VALUES
        ('prices', 'prices', 'raw', 0),
        ('prices', 'bars_1m', '1m', 60),
        ('prices', 'bars_1h', '1h', 3600),
        ('funding', 'funding', 'raw', 0),
        ('funding', 'funding_1h', '1h', 3600)
    ) AS levels(family, name, resolution, seconds)
    JOIN snapshot_parts AS parts USING (name)
    WHERE family = source
      AND rows > 0
      AND (whole OR parts.since <= started::TIMESTAMP)
      AND rows / feeds * least(epoch(ended::TIMESTAMP) - epoch(started::TIMESTAMP), epoch(parts.until) - epoch(parts.since))
        <= 20000 * (epoch(parts.until) - epoch(parts.since))
  ),
  '1d'
);

-- The view that a page opens with: the last 24 hours, or seven days where `range` is 7d, in at most so many steps; all of it
-- where the store has less than 20 hours, or six days. One row; `source`, `feeds`: as of resolution_of. `readPick` in
-- src/components/inputs/pick.ts says the same.
CREATE OR REPLACE MACRO opening_view(range, source, feeds, points) AS TABLE
WITH span AS (
  SELECT
    CASE
      WHEN epoch(lastPublishedAt) - epoch(firstPublishedAt) < CASE range WHEN '7d' THEN 6 * 86400 ELSE 20 * 3600 END THEN 'all'
      ELSE range
    END AS shown,
    view_start(firstPublishedAt, lastPublishedAt, to_hours(CASE range WHEN '7d' THEN 168 ELSE 24 END)) AS first,
    lastPublishedAt AS last
  FROM meta
), drawn AS (
  SELECT *, resolution_of(source, feeds, first, last) AS resolution
  FROM span
)
SELECT
  shown AS range,
  first AS "from",
  last AS until,
  first,
  last,
  resolution,
  resolution AS whole,
  greatest(step_of(epoch(last) - epoch(first), points), seconds_of(resolution)) AS step
FROM drawn;
