-- Time from publication, by the service's clock, to receipt, by the local one, of the latest prices. Usually some tenths of a
-- second. Below zero the local clock is behind the service's, and far above zero it is ahead.
-- Grain: startedAt.
-- Source: responses.
-- Example: SELECT startedAt, clockSkewSeconds FROM clock_1h ORDER BY startedAt DESC LIMIT 24
-- Columns:
--   startedAt: when the hour of publication begins
--   answers: responses that say when they were published [answers]
--   clockSkewSeconds: median time from publication to receipt [s]
SELECT
  time_bucket(INTERVAL 1 HOUR, publishedAt) AS startedAt,
  count(*)::INTEGER AS answers,
  median(epoch_us(receivedAt) - epoch_us(publishedAt)) / 1e6 AS clockSkewSeconds
FROM responses
WHERE endpoint = 'latest_price' AND entries > 0 AND publishedAt <> receivedAt AND is_dated(publishedAt)
GROUP BY ALL
