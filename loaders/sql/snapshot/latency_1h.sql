-- Latency of answers in each of the last 720 hours up to the newest, by endpoint. Only the newest 100 000 answers are read, so
-- that a long history costs no more. In a snapshot, not in the store.
-- Grain: (endpoint, startedAt).
-- Source: responses that say it.
-- Example: SELECT startedAt, answers, p50Ms, p95Ms FROM latency_1h WHERE endpoint = 'latest_price' ORDER BY startedAt
-- Columns:
--   endpoint: the endpoint that was asked
--   startedAt: when the hour of the requests begins
--   answers: answers in the hour [answers]
--   refused: answers of them that were no success: not 200, and not 404 of price, which says that there is nothing [answers]
--   p50Ms: median time from a request to its answer, to three digits [ms]
--   p95Ms: what 95 % of the answers took at most, to three digits [ms]
--   maxMs: the longest, to three digits [ms]
WITH recent AS (
  FROM responses WHERE latencyMs IS NOT NULL AND rowid >= (SELECT coalesce(max(rowid), 0) FROM responses) - 99999
), counted AS (
  SELECT
    endpoint,
    time_bucket(INTERVAL 1 HOUR, requestedAt) AS startedAt,
    rounded_latency(latencyMs) AS latency,
    count(*) AS answers,
    count(*) FILTER (is_refused(httpStatus, endpoint)) AS refused
  FROM recent
  WHERE requestedAt >= (SELECT time_bucket(INTERVAL 1 HOUR, max(requestedAt)) - INTERVAL 719 HOUR FROM recent)
  GROUP BY ALL
), ranked AS (
  SELECT *, share_until(latency, answers, (endpoint, startedAt)) AS share FROM counted
)
SELECT
  endpoint,
  startedAt,
  sum(answers)::INTEGER AS answers,
  sum(refused)::INTEGER AS refused,
  min(latency) FILTER (share >= 0.5) AS p50Ms,
  min(latency) FILTER (share >= 0.95) AS p95Ms,
  max(latency) AS maxMs
FROM ranked
GROUP BY endpoint, startedAt
