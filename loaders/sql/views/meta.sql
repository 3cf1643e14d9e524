-- What the store holds, in one row.
-- Grain: none; there is one row.
-- Source: feed_held, responses, loads, rejected_entries, coercions.
-- Example: SELECT simulated, updates, feeds, lastPublishedAt FROM meta
-- Columns:
--   snapshotAt: when the snapshot was made; only there
--   simulated: whether rows come from the sandbox
--   firstPublishedAt: the first update, without misdated ones, unless all are
--   lastPublishedAt: the last update, without misdated ones, unless all are
--   updates: all updates [updates]
--   feeds: feeds that have updates; in a snapshot, its feeds [feeds]
--   rejected: entries that could not become a row [entries]
--   coercions: values that became null [values]
--   misdated: updates that have no date which can be: before 2000, or in the future [updates]
SELECT
  EXISTS (
    SELECT 1 FROM loads JOIN responses USING (loadId) WHERE sandbox AND entries > 0 -- also of a load that was killed
  ) AS simulated,
  coalesce(min(firstPublishedAt) FILTER (dated), min(firstPublishedAt)) AS firstPublishedAt,
  coalesce(max(lastPublishedAt) FILTER (dated), max(lastPublishedAt)) AS lastPublishedAt,
  coalesce(sum(rows), 0)::BIGINT AS updates,
  count(DISTINCT priceFeedId)::INTEGER AS feeds,
  (SELECT count(*) FROM rejected_entries) AS rejected,
  (SELECT count(*) FROM coercions WHERE columnName <> 'publishedAt') AS coercions,
  coalesce(sum(rows) FILTER (NOT dated), 0)::BIGINT AS misdated
FROM feed_held
