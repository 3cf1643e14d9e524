-- Time from publication, by the service's clock, to receipt, by the local one, of answers with the latest prices. Usually some
-- tenths of a second; below zero the local clock is behind the service's, and far above it is ahead.
-- Grain: startedAt.
-- Source: responses that say their time, of the hours that are made again (dirty_answers).
-- Example: SELECT startedAt, clockSkewSeconds FROM clock_1h ORDER BY startedAt DESC LIMIT 24
-- Columns:
--   startedAt: when the hour of publication begins
--   answers: answers that it is computed from [answers]
--   clockSkewSeconds: median time from publication to receipt [s]
SELECT
  time_bucket(INTERVAL 1 HOUR, publishedAt) AS startedAt,
  count(*)::INTEGER AS answers,
  median(epoch_us(receivedAt) - epoch_us(publishedAt)) / 1e6 AS clockSkewSeconds
FROM dirty_answers
WHERE endpoint = 'latest_price' AND entries > 0 AND publishedAt <> receivedAt AND is_dated(publishedAt)
GROUP BY ALL
