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
