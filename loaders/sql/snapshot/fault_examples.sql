-- Faults by kind and reason: their number, and the newest five examples of each of the 40 most frequent reasons of a kind. Only
-- the newest million of each kind are read, so that a long history costs no more. Assumed and unusable values (see
-- quality_1h) are all counted, and their examples are the five feeds with the most. In a snapshot, not in the store.
-- Grain: (kind, reason, example number).
-- Source: rejected_entries, coercions, failed_responses, responses, quality_hours.
-- Example: SELECT DISTINCT kind, reason, total, lastReceivedAt FROM fault_examples ORDER BY total DESC
-- Columns:
--   kind: rejected (an entry that made no row), coerced (a value that became null), failed (a body without an update), assumed
--     (a missing value that the catalogue gives) or unusable (a missing or absurd value that others depend on)
--   reason: why it was rejected, the column that the value could not be, or the fault of the body
--   total: how many of the newest million of the kind have the reason [faults]
--   firstReceivedAt: when the first of them came
--   lastReceivedAt: when the last came
--   number: of the example, from 1, the newest
--   receivedAt: when the example came
--   endpoint: the endpoint that sent it
--   priceFeedId: the feed, where it can be read
--   example: the entry, the value or how the body begins, as it came, at most 300 characters; in a snapshot null, unless
--     snapshot.publishFaults is set
WITH reasons AS ( -- rows of the three tables are in the order in which they came
  SELECT
    'rejected' AS kind,
    left(regexp_replace(reason, ':.*$', '', 's'), 200) AS reason,
    count(*) AS total,
    min(rowid) AS first,
    max(rowid, 5) AS newest
  FROM rejected_entries
  WHERE rowid >= (SELECT coalesce(max(rowid), 0) FROM rejected_entries) - 999999
  GROUP BY ALL
  UNION ALL
  SELECT 'coerced', columnName, count(*), min(rowid), max(rowid, 5)
  FROM coercions
  WHERE rowid >= (SELECT coalesce(max(rowid), 0) FROM coercions) - 999999
  GROUP BY ALL
  UNION ALL
  SELECT 'failed', left(regexp_replace(problem, '( [(]|:).*$', '', 's'), 200), count(*), min(rowid), max(rowid, 5)
  FROM failed_responses
  WHERE rowid >= (SELECT coalesce(max(rowid), 0) FROM failed_responses) - 999999
  GROUP BY ALL
), frequent AS (
  FROM reasons QUALIFY row_number() OVER (PARTITION BY kind ORDER BY total DESC, reason) <= 40
), wanted AS (
  SELECT kind, reason, unnest(list_distinct(list_append(newest, first))) AS place FROM frequent
), found AS (
  SELECT kind, wanted.reason, place, responseId, feed_of_entry(entry) AS priceFeedId, entry::VARCHAR AS example
  FROM wanted
  JOIN rejected_entries ON kind = 'rejected' AND rejected_entries.rowid = place
  UNION ALL
  SELECT kind, reason, place, responseId, priceFeedId, value::VARCHAR
  FROM wanted
  JOIN coercions ON kind = 'coerced' AND coercions.rowid = place
  UNION ALL
  SELECT kind, reason, place, responseId, NULL, start
  FROM wanted
  JOIN failed_responses ON kind = 'failed' AND failed_responses.rowid = place
), dated AS (
  SELECT found.*, receivedAt, endpoint FROM found LEFT JOIN responses USING (responseId)
)
SELECT
  kind,
  reason,
  total,
  min(receivedAt) OVER (PARTITION BY kind, reason) AS firstReceivedAt,
  max(receivedAt) OVER (PARTITION BY kind, reason) AS lastReceivedAt,
  (row_number() OVER (PARTITION BY kind, reason ORDER BY place DESC))::INTEGER AS number,
  receivedAt,
  endpoint,
  priceFeedId,
  CASE WHEN length(example) > 300 THEN left(example, 299) || '…' ELSE example END AS example
FROM dated
JOIN frequent USING (kind, reason)
QUALIFY list_contains(newest, place)
UNION ALL
SELECT
  CASE WHEN starts_with(reason, 'no exponent') THEN 'assumed' ELSE 'unusable' END,
  reason,
  sum(total) OVER (PARTITION BY reason)::BIGINT,
  min(firstAt) OVER (PARTITION BY reason),
  max(lastAt) OVER (PARTITION BY reason),
  (row_number() OVER (PARTITION BY reason ORDER BY total DESC, priceFeedId))::INTEGER AS number,
  lastAt,
  NULL,
  priceFeedId,
  total || ' of its updates'
FROM (
  UNPIVOT (
    SELECT
      priceFeedId,
      min(firstAt) AS firstAt,
      max(lastAt) AS lastAt,
      sum(exponentless) FILTER (catalogueExponent IS NOT NULL) AS "no exponent: the one of the catalogue is used",
      sum(unscaled) AS "no usable exponent: prices are null",
      sum(unspanned) AS "no funding interval from 1 minute to 31 days: no rate over 8 hours"
    FROM quality_hours
    WHERE exponentless > 0 OR unscaled > 0 OR unspanned > 0
    GROUP BY priceFeedId
  )
  ON COLUMNS('^no ') INTO NAME reason VALUE total
)
WHERE total > 0
QUALIFY number <= 5
