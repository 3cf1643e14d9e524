-- The gaps between two instants, clipped to them, with those before each feed's first point and after its last.
-- Grain: (priceFeedId, fromUs). Instants in Unix µs.
-- Parameters: from and to, null without a bound; since, before which updates were dropped; feeds, a JSON list, null for all.
WITH span AS (
  SELECT
    coalesce($from, $since)::BIGINT AS first,
    coalesce(
      $to,
      greatest(
        (SELECT epoch_us(lastPublishedAt) FROM meta WHERE feeds > 0),
        (SELECT epoch_us(max(greatest(startedAt, lastAt))) FROM gap_runs)
      )
    )::BIGINT AS last
), ends AS (
  SELECT
    priceFeedId,
    min(epoch_us(startedAt)) FILTER (kind = 'first') AS firstUs,
    max(epoch_us(startedAt)) FILTER (kind = 'last') AS lastUs,
    round(1e6 * arg_min(stepSeconds, startedAt) FILTER (kind = 'first'))::BIGINT AS firstStep,
    round(1e6 * arg_max(stepSeconds, startedAt) FILTER (kind = 'last'))::BIGINT AS lastStep,
    arg_min(closed, startedAt) FILTER (kind = 'first') AS firstClosed,
    arg_max(closed, startedAt) FILTER (kind = 'last') AS lastClosed
  FROM gap_runs
  GROUP BY priceFeedId
), found AS (
  SELECT
    priceFeedId,
    greatest(epoch_us(startedAt), first) AS fromUs,
    least(epoch_us(endedAt), last) AS toUs,
    reason,
    asked,
    round(1e6 * stepSeconds)::BIGINT AS stepUs,
    CASE WHEN asked OR epoch_us(startedAt) < first THEN fromUs - 1 ELSE fromUs - stepUs END AS afterUs,
    CASE WHEN asked OR epoch_us(endedAt) > last THEN toUs + 1 ELSE epoch_us(resumedAt) END AS beforeUs
  FROM gaps, span
  WHERE fromUs <= toUs
  UNION ALL
  SELECT
    priceFeedId,
    first AS fromUs,
    greatest(first, least(firstUs - firstStep, last)) AS toUs,
    CASE WHEN firstClosed AND toUs - fromUs < 4 * 86_400_000_000 THEN 'market closed' ELSE 'not asked' END,
    false,
    firstStep,
    first - 1,
    least(firstUs, last + 1)
  FROM ends, span
  WHERE $from IS NOT NULL AND is_gap(least(firstUs, last) - first, firstStep)
  UNION ALL
  SELECT
    priceFeedId,
    greatest(lastUs + lastStep, first) AS fromUs,
    last,
    CASE WHEN lastClosed AND last - fromUs < 4 * 86_400_000_000 THEN 'market closed' ELSE 'not asked' END,
    false,
    lastStep,
    greatest(lastUs, first - 1),
    last + 1
  FROM ends, span
  WHERE is_gap(last - greatest(lastUs, first), lastStep)
)
SELECT
  priceFeedId,
  symbol,
  reason AS kind,
  asked,
  fromUs,
  toUs,
  afterUs,
  beforeUs,
  stepUs,
  (toUs - fromUs + coalesce(stepUs, 0)) / 1e6 AS seconds
FROM found
LEFT JOIN feeds USING (priceFeedId)
WHERE $feeds IS NULL OR list_contains($feeds::JSON::BIGINT[], priceFeedId)
ORDER BY fromUs, priceFeedId
