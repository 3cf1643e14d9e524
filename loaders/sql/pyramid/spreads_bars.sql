-- Spreads at a resolution of {{resolution}}: each bar that has books as one row, with the columns of spreads that bars have.
-- Grain: (priceFeedId, publishedAt), the bar's start.
-- Source: {{bars}}.
-- Columns as spreads, bars_1m, and:
--   publishedAt: when the bar begins
--   spreadBps: median of the spread over mid [bps]
--   spreadConfidences: median spread over mean confidence [confidences]
--   book: crossed or locked where one was, else normal
--   updates: updates with both sides: crossed and locked ones are in no other figure [updates]
--   validSeconds: for how long the bar counts: its length [s]
SELECT
  priceFeedId,
  startedAt AS publishedAt,
  medianSpreadBps AS spreadBps,
  p95SpreadBps,
  maxSpreadBps,
  finite_or_null(medianSpreadBps / nullif(meanConfidenceBps, 0)) AS spreadConfidences,
  CASE WHEN crossed > 0 THEN 'crossed' WHEN locked > 0 THEN 'locked' ELSE 'normal' END AS book,
  books + crossed + locked AS updates,
  crossed,
  locked,
  marketSession,
  {{seconds}} AS validSeconds
FROM {{bars}}
WHERE books + crossed + locked > 0
