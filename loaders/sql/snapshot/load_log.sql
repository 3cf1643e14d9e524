-- The newest 200 loads, with the latency of their answers. Only the newest 100 000 answers are read, so that a long history
-- costs no more. In a snapshot, not in the store.
-- Grain: loadId.
-- Source: loads, responses.
-- Example: SELECT startedAt, command, status, rows, rejected, latencyP95Ms FROM load_log ORDER BY startedAt DESC LIMIT 10
-- Columns as loads, and:
--   seconds: how long it took, to its last answer where its end is not booked; null where neither is known [s]
--   status: running (as when it publishes itself), done, failed or interrupted
--   responses: answers that it had; null where some of them are older [answers]
--   refused: answers of them that were no success: not 200, and not 404 of price, which says that there is nothing; null as
--     responses is [answers]
--   latencyP50Ms: median time from a request to its answer, to three digits [ms]
--   latencyP95Ms: what 95 % of the answers took at most, to three digits [ms]
--   simulated: whether the sandbox answered
--   error: why it failed, at most 300 characters; in a snapshot only that it did, unless snapshot.publishFaults is set
WITH newest AS (
  FROM loads ORDER BY startedAt DESC, loadId DESC LIMIT 200
), recent AS (
  FROM responses WHERE rowid >= (SELECT coalesce(max(rowid), 0) FROM responses) - 99999
), known AS ( -- loads all of whose answers are among the recent ones
  SELECT CASE WHEN coalesce(max(rowid), 0) < 100000 THEN TIMESTAMP '-infinity' ELSE (SELECT min(receivedAt) FROM recent) END AS since
  FROM responses
), heard AS (
  SELECT
    loadId,
    count(*) AS responses,
    count(*) FILTER (is_refused(httpStatus, endpoint)) AS refused,
    max(receivedAt) AS lastReceivedAt
  FROM recent
  SEMI JOIN newest USING (loadId)
  GROUP BY loadId
), ranked AS (
  SELECT loadId, share_until(latency, answers, loadId) AS share, latency
  FROM (
    SELECT loadId, rounded_latency(latencyMs) AS latency, count(*) AS answers
    FROM recent
    SEMI JOIN newest USING (loadId)
    WHERE latencyMs IS NOT NULL
    GROUP BY ALL
  )
), latencies AS (
  SELECT
    loadId,
    min(latency) FILTER (share >= 0.5) AS latencyP50Ms,
    min(latency) FILTER (share >= 0.95) AS latencyP95Ms
  FROM ranked
  GROUP BY loadId
)
SELECT
  loadId::VARCHAR AS loadId,
  command,
  startedAt,
  (epoch_us(coalesce(finishedAt, lastReceivedAt)) - epoch_us(startedAt)) / 1e6 AS seconds,
  status,
  rows,
  rejected,
  CASE WHEN startedAt > since THEN coalesce(responses, 0) END AS responses,
  CASE WHEN startedAt > since THEN coalesce(refused, 0) END AS refused,
  latencyP50Ms,
  latencyP95Ms,
  sandbox AS simulated,
  CASE WHEN length(error) > 300 THEN left(error, 299) || '…' ELSE error END AS error
FROM newest
CROSS JOIN known
LEFT JOIN heard USING (loadId)
LEFT JOIN latencies USING (loadId)
