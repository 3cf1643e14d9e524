-- The ten newest loads, newest first. `failures` are responses that were refused, were no update, or are of another instant
-- than was asked for.
-- A load that did not book its end counts as ended with its last response.
WITH newest AS (
  SELECT * FROM loads ORDER BY startedAt DESC, loadId DESC LIMIT 10
), heard AS (
  SELECT
    loadId,
    count(*) AS responses,
    quantile_cont(latencyMs, [0.5, 0.99]) AS latencies,
    max(receivedAt) AS lastReceivedAt
  FROM responses
  WHERE loadId IN (SELECT loadId FROM newest)
  GROUP BY loadId
), failed AS (
  SELECT loadId, count(*) AS failures
  FROM responses
  WHERE responseId IN (
    SELECT responseId FROM failed_responses
    UNION ALL
    SELECT responseId FROM misplaced_answers
    UNION ALL
    SELECT responseId FROM responses WHERE is_refused(httpStatus, endpoint)
  )
  GROUP BY loadId
)
SELECT
  loadId,
  startedAt,
  command,
  status,
  (epoch_us(coalesce(finishedAt, lastReceivedAt)) - epoch_us(startedAt)) / 1e6 AS lasted,
  round(lasted, 1) AS seconds,
  rows,
  round(rows / nullif(lasted, 0)) AS rowsPerSecond,
  coalesce(responses, 0) AS responses,
  round(latencies[1], 1) AS latencyP50Ms,
  round(latencies[2], 1) AS latencyP99Ms,
  coalesce(failures, 0) AS failures,
  rejected,
  sandbox AS simulated,
  error
FROM newest
LEFT JOIN heard USING (loadId)
LEFT JOIN failed USING (loadId)
ORDER BY startedAt DESC, loadId DESC
