-- The rules that make events: the defaults, then the `rules` of feedbook.config.ts. If several rules have one name, the last one
-- that matches a feed counts for it. A rule without a limit, severity or time has its kind's.
-- Grain: place.
-- Source: the settings.
-- Example: FROM rules ORDER BY place
-- Columns:
--   place: place in order
--   rule: name of the rule; a default rule is named after its kind
--   kind: stale, stalled, deviates, spread, confidence, publishers, jump, rate, crossed or gap
--   feeds: the feeds that it matches: * (all), ids separated by commas, a pattern of symbols such as Crypto.*, or a class
--   limit: values above it make an event; for publishers and stalled, values below it do. Null for publishers: the
--     catalogue's minimum; null for stale: by the feed's own usual age, see stale_values [unit]
--   unit: unit of the limit, and of an event's worst value
--   severity: warning, critical or off
--   windowSeconds: how long it has to last, for crossed in at least five updates; for stalled, the time in which the price hardly
--     moves [s]
--   reference: for deviates, the feed that it compares with; null: the median of the pair
SELECT
  place,
  rule,
  kind,
  feeds,
  coalesce("limit", first("limit") OVER defaults)::DOUBLE AS "limit",
  CASE kind WHEN 'stale' THEN 's' WHEN 'gap' THEN 's' WHEN 'publishers' THEN 'publishers' WHEN 'jump' THEN 'deviations'
    WHEN 'rate' THEN 'per year' ELSE 'bps' END AS unit,
  coalesce(severity, first(severity) OVER defaults) AS severity,
  coalesce(windowSeconds, first(windowSeconds) OVER defaults)::DOUBLE AS windowSeconds,
  reference::BIGINT AS reference
FROM (
  VALUES
    (1, 'stale', 'stale', '*', NULL, 'critical', 0, NULL),
    (2, 'stalled', 'stalled', '*', 0.01, 'warning', 1800, NULL),
    (3, 'stalled', 'stalled', 'nav', 0, 'off', 1800, NULL),
    (4, 'deviates', 'deviates', '*', 50, 'critical', 60, NULL),
    (5, 'spread', 'spread', '*', 100, 'warning', 60, NULL),
    (6, 'spread', 'spread', 'commodity', 0, 'off', 60, NULL),
    (7, 'confidence', 'confidence', '*', 100, 'warning', 60, NULL),
    (8, 'confidence', 'confidence', 'commodity', 0, 'off', 60, NULL),
    (9, 'publishers', 'publishers', '*', NULL, 'warning', 60, NULL),
    (10, 'jump', 'jump', '*', 25, 'warning', 0, NULL),
    (11, 'rate', 'rate', '*', 1, 'warning', 0, NULL),
    (12, 'crossed', 'crossed', '*', 0, 'warning', 60, NULL),
    (13, 'gap', 'gap', '*', 60, 'critical', 0, NULL){{further}}
) AS listed(place, rule, kind, feeds, "limit", severity, windowSeconds, reference)
WINDOW defaults AS (PARTITION BY kind ORDER BY place)
