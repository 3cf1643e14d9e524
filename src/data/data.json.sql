-- Every named query, table and view of the snapshot and of the store, with their columns, for data.md. The heads of the SQL
-- files in loaders/sql explain them; the snapshot has these texts.

-- name: meta
FROM meta;

-- name: tables
WITH ranges AS (
  FROM ranges_of('adjusted_1d')
  UNION ALL FROM ranges_of('adjusted_1h')
  UNION ALL FROM ranges_of('adjusted_1m')
  UNION ALL FROM ranges_of('adjusted_long')
  UNION ALL FROM ranges_of('adjusted_raw')
  UNION ALL FROM ranges_of('bars_1d')
  UNION ALL FROM ranges_of('bars_1h')
  UNION ALL FROM ranges_of('bars_1m')
  UNION ALL FROM ranges_of('bars_1s')
  UNION ALL FROM ranges_of('events')
  UNION ALL FROM ranges_of('fault_examples')
  UNION ALL FROM ranges_of('feed_changes')
  UNION ALL FROM ranges_of('feed_freshness')
  UNION ALL FROM ranges_of('feed_schedules')
  UNION ALL FROM ranges_of('feed_splits')
  UNION ALL FROM ranges_of('feed_states')
  UNION ALL FROM ranges_of('feed_stats')
  UNION ALL FROM ranges_of('feeds')
  UNION ALL FROM ranges_of('field_changes')
  UNION ALL FROM ranges_of('funding')
  UNION ALL FROM ranges_of('funding_1d')
  UNION ALL FROM ranges_of('funding_1h')
  UNION ALL FROM ranges_of('funding_intervals')
  UNION ALL FROM ranges_of('funding_now')
  UNION ALL FROM ranges_of('funding_spots')
  UNION ALL FROM ranges_of('funding_payments')
  UNION ALL FROM ranges_of('gaps')
  UNION ALL FROM ranges_of('latency_1h')
  UNION ALL FROM ranges_of('latency_by_class')
  UNION ALL FROM ranges_of('load_log')
  UNION ALL FROM ranges_of('market_state')
  UNION ALL FROM ranges_of('meta')
  UNION ALL FROM ranges_of('prices')
  UNION ALL FROM ranges_of('prices_1d')
  UNION ALL FROM ranges_of('prices_adjusted')
  UNION ALL FROM ranges_of('prices_1h')
  UNION ALL FROM ranges_of('prices_1m')
  UNION ALL FROM ranges_of('prices_long')
  UNION ALL FROM ranges_of('prices_raw')
  UNION ALL FROM ranges_of('quality_1h')
  UNION ALL FROM ranges_of('rate_means_1d')
  UNION ALL FROM ranges_of('rate_means_1h')
  UNION ALL FROM ranges_of('rate_means_raw')
  UNION ALL FROM ranges_of('rates_1d')
  UNION ALL FROM ranges_of('rates_1h')
  UNION ALL FROM ranges_of('rates_raw')
  UNION ALL FROM ranges_of('rules')
  UNION ALL FROM ranges_of('sessions')
  UNION ALL FROM ranges_of('snapshot_parts')
  UNION ALL FROM ranges_of('spreads')
  UNION ALL FROM ranges_of('spreads_1d')
  UNION ALL FROM ranges_of('spreads_1h')
  UNION ALL FROM ranges_of('spreads_1m')
  UNION ALL FROM ranges_of('spreads_raw')
  UNION ALL FROM ranges_of('data_columns')
  UNION ALL FROM ranges_of('data_tables')
), tables AS (
  SELECT CASE WHEN place = 'store' THEN place ELSE kind END AS kind, place, name, comment, rows
  FROM data_tables AS listing
  WHERE place = 'snapshot'
    OR name = 'feeds' -- the snapshot makes its feeds from the store's feed_stats
    OR NOT EXISTS (SELECT 1 FROM data_tables AS own WHERE own.place = 'snapshot' AND own.name = listing.name)
), columns AS (
  SELECT
    tables.name AS "table",
    kind,
    position,
    listing.name AS name,
    type,
    listing.comment AS comment,
    low,
    high,
    1 - held / nullif(ranges.rows, 0) AS nullShare,
    listing.place = 'store' AND tables.place = 'snapshot' AS storeOnly,
    argument,
    usual,
    coalesce(ranges.rows, tables.rows) AS rows
  FROM data_columns AS listing
  JOIN tables
    ON tables.name = listing.tableName
    AND (listing.place = tables.place OR (tables.place = 'snapshot' AND tables.name <> 'feeds'))
  LEFT JOIN ranges
    ON tables.place = 'snapshot' AND ranges.tableName = listing.tableName AND ranges.name = listing.name
  WHERE listing.place = tables.place
    OR NOT EXISTS (
      SELECT 1 FROM data_columns AS own
      WHERE own.place = 'snapshot' AND own.tableName = listing.tableName AND own.name = listing.name
    )
), listed AS (
  SELECT
    "table" AS name,
    kind,
    any_value(rows) AS rows,
    max(low) FILTER (name IN ('publishedAt', 'startedAt')) AS since,
    max(high) FILTER (name IN ('publishedAt', 'startedAt', 'endedAt')) AS until,
    list(
      {
        name: name,
        type: type,
        meaning: regexp_replace(comment, ' \[[^\]]*\]$', ''),
        unit: regexp_extract(comment, ' \[([^\]]*)\]$', 1),
        low: low,
        high: high,
        nullShare: nullShare,
        storeOnly: storeOnly,
        argument: argument,
        usual: usual
      } ORDER BY storeOnly, position
    ) AS columns
  FROM columns
  GROUP BY ALL
)
SELECT
  kind,
  tables.name AS name,
  split_part(tables.comment, chr(10), 1) AS meaning,
  regexp_extract(tables.comment, '\nGrain: (.*)', 1) AS grain,
  regexp_extract(tables.comment, '\nSource: (.*)', 1) AS source,
  coalesce(nullif(regexp_extract(tables.comment, '\nExample: (.*)', 1), ''), 'FROM ' || tables.name || ' LIMIT 10') AS example,
  listed.rows AS rows,
  parts.storedRows AS storedRows,
  parts.whole AS whole,
  parts.since AS wholeSince,
  listed.since AS since,
  listed.until AS until,
  listed.columns AS columns
FROM tables
JOIN listed USING (name, kind)
LEFT JOIN snapshot_parts AS parts ON kind = 'table' AND parts.name = tables.name
ORDER BY array_position(['query', 'table', 'view', 'store'], kind), tables.name;
