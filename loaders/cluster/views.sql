-- Views of a cluster under the names and with the columns of a store, in ClickHouse's SQL; npm run test:cluster compares every
-- value. The meaning of each column is in the store's file of the same name. A part in double braces is a setting.

CREATE OR REPLACE FUNCTION finite_or_null AS (x) -> if(isFinite(x), x, NULL);

CREATE OR REPLACE FUNCTION scaled AS (mantissa, exponent) -> multiIf(
  exponent BETWEEN -22 AND 0 AND exponent = trunc(exponent), mantissa / pow(10, -exponent),
  abs(exponent) > 308, NULL,
  exponent NOT BETWEEN 1 AND 22 AND exponent = trunc(exponent) AND abs(mantissa) <= 1e38 AND mantissa = trunc(mantissa),
  finite_or_null(toFloat64OrNull(concat(toString(toInt128OrNull(toString(mantissa))), 'e', toString(toInt32(exponent))))),
  finite_or_null(mantissa * pow(10, exponent)));

CREATE OR REPLACE FUNCTION spread_bps AS (bid, ask) -> finite_or_null(10000 * (ask - bid) / nullIf(abs((bid + ask) / 2), 0));

CREATE OR REPLACE FUNCTION funding_hours AS (span) ->
  if(span BETWEEN {{hour}} / 60 AND {{hour}} * 744, span / {{hour}}, NULL);

-- FINAL, as a row that was sent again with other values stays beside its former one until both are merged.
CREATE OR REPLACE VIEW deduplicated_updates AS
SELECT *
FROM feed_updates FINAL
WHERE publishedAt BETWEEN toDateTime64('2000-01-01', 6, 'UTC') AND now64(6, 'UTC') + INTERVAL 1 DAY
ORDER BY priceFeedId, publishedAt, UUIDToNum(responseId) DESC, entryIndex DESC
LIMIT 1 BY priceFeedId, publishedAt;

CREATE OR REPLACE VIEW updates AS
SELECT
  u.priceFeedId AS priceFeedId,
  u.publishedAt AS publishedAt,
  scaled(u.price, scale) AS price,
  scaled(u.bestBidPrice, scale) AS bid,
  scaled(u.bestAskPrice, scale) AS ask,
  finite_or_null((bid + ask) / 2) AS mid,
  scaled(u.confidence, scale) AS confidence,
  scaled(u.emaPrice, scale) AS ema,
  scaled(u.emaConfidence, scale) AS emaConfidence,
  u.publisherCount AS publisherCount,
  u.marketSession::Nullable(String) AS marketSession,
  u.feedUpdateTimestamp AS feedUpdateTimestamp,
  (toFloat64(toUnixTimestamp64Micro(u.publishedAt)) - toFloat64(toUnixTimestamp64Micro(u.feedUpdateTimestamp))) / 1e6 AS ageSeconds,
  (ageSeconds > 1)::Nullable(Bool) AS carriedForward,
  900 AS validSeconds,
  u.responseId AS responseId,
  u.entryIndex AS entryIndex,
  coalesce(u.exponent, feeds.exponent::Nullable(Float64)) AS scale,
  u.exponent AS ownExponent,
  feeds.exponent AS catalogueExponent,
  coalesce(u.price, u.bestBidPrice, u.bestAskPrice, u.confidence, u.emaPrice, u.emaConfidence, {{mantissa}}) AS mantissa,
  u.fundingRate AS fundingRate,
  u.fundingRateInterval AS fundingRateInterval,
  u.fundingTimestamp AS fundingTimestamp
FROM deduplicated_updates AS u
LEFT JOIN (SELECT priceFeedId, exponent FROM feeds FINAL) AS feeds USING (priceFeedId);

CREATE OR REPLACE VIEW prices AS
SELECT * EXCEPT (scale, ownExponent, catalogueExponent, mantissa, fundingRate, fundingRateInterval, fundingTimestamp) FROM updates;

CREATE OR REPLACE VIEW spreads AS
SELECT
  priceFeedId, publishedAt, bid, ask, mid,
  finite_or_null(ask - bid) AS spread,
  spread_bps(bid, ask) AS spreadBps,
  finite_or_null((ask - bid) / nullIf(confidence, 0)) AS spreadConfidences,
  multiIf(ask < bid, 'crossed', ask = bid, 'locked', 'normal') AS book,
  marketSession, carriedForward, validSeconds
FROM prices
WHERE mid IS NOT NULL;

CREATE OR REPLACE VIEW funding AS
SELECT
  priceFeedId, publishedAt, fundingTimestamp,
  {{fraction}} AS rate,
  funding_hours(fundingRateInterval) AS intervalHours,
  finite_or_null(rate / intervalHours) AS rate1h,
  finite_or_null(rate * 8 / intervalHours) AS rate8h,
  finite_or_null(rate * 24 / intervalHours) AS rateDay,
  finite_or_null(rate * 24 * 365 / intervalHours) AS apr,
  if(rate > -1, finite_or_null(pow(1 + rate, 24 * 365 / intervalHours) - 1), NULL) AS apy,
  price AS markPrice,
  marketSession,
  if(intervalHours > 0, 3600 * least(intervalHours, 24), NULL) AS validSeconds
FROM updates
WHERE fundingRate IS NOT NULL;

-- Bars of the due hours; in an hour there are 60 of a minute, or one.
CREATE OR REPLACE VIEW due_bars AS
SELECT
  priceFeedId,
  toDateTime64(toStartOfInterval(publishedAt, toIntervalSecond({seconds:UInt32})), 6, 'UTC') AS startedAt,
  argMin(u.price, publishedAt) AS open,
  max(u.price) AS high,
  min(u.price) AS low,
  argMax(u.price, publishedAt) AS close,
  toInt32(countIf(NOT ifNull(u.carriedForward, false))) AS updates,
  toInt32(countIf(u.carriedForward)) AS carriedForward,
  toInt32(count(bookBps)) AS books,
  toInt32(countIf(ask < bid)) AS crossed,
  toInt32(countIf(ask = bid)) AS locked,
  avg(bookBps) AS meanSpreadBps,
  max(bookBps) AS maxSpreadBps,
  toInt32(count(confidenceBps)) AS confidences,
  avg(confidenceBps) AS meanConfidenceBps,
  min(u.publisherCount) AS fewestPublishers,
  coalesce(argMaxIf(u.marketSession, publishedAt, u.marketSession <> 'closed'), argMax(u.marketSession, publishedAt)) AS marketSession,
  quantileExactInclusive(0.5)(bookBps) AS medianSpreadBps,
  quantileExactInclusive(0.95)(bookBps) AS p95SpreadBps,
  sumMapIf(map(assumeNotNull(bin), toUInt64(1)), bin IS NOT NULL) AS spreadBins
FROM (
  SELECT
    *,
    if(ask > bid, spread_bps(bid, ask), NULL) AS bookBps,
    accurateCastOrNull(ceil(ln(if(bookBps > 0, bookBps, NULL)) / ln(1.02)), 'Int32') AS bin,
    finite_or_null(10000 * confidence / nullIf(abs(price), 0)) AS confidenceBps
  FROM prices
  WHERE (priceFeedId, toStartOfHour(publishedAt)) IN (
    SELECT priceFeedId, hour FROM due_hours WHERE shipment = {shipment:String})
) AS u
GROUP BY priceFeedId, startedAt;

-- Bars of the days of due hours, from the kept bars of all their hours. Quantiles come from bins and are exact within 1 %.
CREATE OR REPLACE VIEW due_days AS
WITH arraySort(mapKeys(bins)) AS keys, arrayCumSum(arrayMap(key -> bins[key], keys)) AS sums
SELECT
  priceFeedId,
  toDateTime64(toStartOfDay(b.startedAt), 6, 'UTC') AS startedAt,
  argMin(b.open, b.startedAt) AS open,
  max(b.high) AS high,
  min(b.low) AS low,
  argMax(b.close, b.startedAt) AS close,
  toInt32(sum(b.updates)) AS updates,
  toInt32(sum(b.carriedForward)) AS carriedForward,
  toInt32(sum(b.books)) AS books,
  toInt32(sum(b.crossed)) AS crossed,
  toInt32(sum(b.locked)) AS locked,
  sum(b.meanSpreadBps * b.books) / nullIf(sum(b.books), 0) AS meanSpreadBps,
  max(b.maxSpreadBps) AS maxSpreadBps,
  toInt32(sum(b.confidences)) AS confidences,
  sum(b.meanConfidenceBps * b.confidences) / nullIf(sum(b.confidences), 0) AS meanConfidenceBps,
  min(b.fewestPublishers) AS fewestPublishers,
  coalesce(argMaxIf(b.marketSession, b.startedAt, b.marketSession <> 'closed'), argMax(b.marketSession, b.startedAt)) AS marketSession,
  sumMap(b.spreadBins) AS bins,
  if(empty(keys), NULL, 2 * pow(1.02, keys[arrayFirstIndex(x -> x / sums[-1] >= 0.5, sums)]) / 2.02) AS medianSpreadBps,
  if(empty(keys), NULL, 2 * pow(1.02, keys[arrayFirstIndex(x -> x / sums[-1] >= 0.95, sums)]) / 2.02) AS p95SpreadBps
FROM kept_bars AS b FINAL
WHERE step = '1h' AND (priceFeedId, toStartOfDay(b.startedAt)) IN (
  SELECT priceFeedId, toStartOfDay(hour) FROM due_hours WHERE shipment = {shipment:String})
GROUP BY priceFeedId, startedAt;

CREATE OR REPLACE VIEW bars_1m AS
SELECT * EXCEPT (step, spreadBins, madeAt) FROM kept_bars FINAL WHERE step = '1m';

CREATE OR REPLACE VIEW bars_1h AS
SELECT * EXCEPT (step, madeAt) FROM kept_bars FINAL WHERE step = '1h';

CREATE OR REPLACE VIEW bars_1d AS
SELECT * EXCEPT (step, spreadBins, madeAt) FROM kept_bars FINAL WHERE step = '1d';

-- Hours whose updates got their exponent from the catalogue, and another one since.
CREATE OR REPLACE VIEW rescaled_hours AS
SELECT priceFeedId, startedAt AS hour
FROM kept_hours FINAL
LEFT JOIN (SELECT priceFeedId, exponent AS todays FROM feeds FINAL) AS feeds USING (priceFeedId)
WHERE exponentless > 0 AND NOT isNotDistinctFrom(catalogueExponent, todays);

-- The hours that are read to judge the gaps of due hours: a step is judged by the five before it and the five after it, so a
-- late row may change gaps (`judged`) six updates away, whose judgement reads six more. Kept hours show where these are.
CREATE OR REPLACE VIEW due_around AS
WITH due AS (
  SELECT priceFeedId, min(hour) AS firstHour, max(hour) AS lastHour
  FROM due_hours WHERE shipment = {shipment:String} GROUP BY priceFeedId
), near AS (
  SELECT
    priceFeedId, startedAt AS hour, received, startedAt > lastHour AS later,
    sum(received) OVER (PARTITION BY priceFeedId, later ORDER BY abs(dateDiff('second', startedAt, firstHour))) - received AS nearer
  FROM kept_hours FINAL
  JOIN due USING (priceFeedId)
  WHERE startedAt < firstHour OR startedAt > lastHour
), reached AS (
  SELECT *, max(if(nearer < 6, nearer + received, 0)) OVER (PARTITION BY priceFeedId, later) AS reach FROM near
)
SELECT priceFeedId, hour, nearer < 6 AS judged FROM reached WHERE nearer < reach + 6
UNION ALL
SELECT priceFeedId, startedAt, true FROM kept_hours FINAL JOIN due USING (priceFeedId) WHERE startedAt BETWEEN firstHour AND lastHour
UNION DISTINCT
SELECT priceFeedId, hour, true FROM due_hours WHERE shipment = {shipment:String};

-- The points of due feeds, and the usual step at each: the larger median of the five steps before it and after it. One pass, as
-- ClickHouse evaluates a part of WITH each time that it is named.
CREATE OR REPLACE VIEW due_points AS
WITH around AS (
  SELECT priceFeedId, hour FROM due_around(shipment = {shipment:String})
), points AS (
  SELECT priceFeedId, us, NOT max(came) AS missed, min(misplaced) AS misplaced, max(closed) AS closed
  FROM (
    SELECT
      priceFeedId, toUnixTimestamp64Micro(publishedAt) AS us, true AS came, true AS misplaced,
      toNullable(ifNull(marketSession = 'closed', false)) AS closed
    FROM deduplicated_updates WHERE (priceFeedId, toStartOfHour(publishedAt)) IN around
    UNION ALL
    SELECT priceFeedId, toUnixTimestamp64Micro(publishedAt), false, misplaced, NULL
    FROM feed_faults FINAL WHERE kind = 'missing' AND settled AND (priceFeedId, toStartOfHour(publishedAt)) IN around
  )
  GROUP BY priceFeedId, us
), steps AS (
  SELECT *, lag(toNullable(us)) OVER feed AS previousUs, lead(toNullable(us)) OVER feed AS nextUs, us - previousUs AS step
  FROM points
  WINDOW feed AS (PARTITION BY priceFeedId ORDER BY us)
), medians AS (
  SELECT
    *,
    if(count(step) OVER until > 1, quantileExactHigh(0.5)(step) OVER until, NULL) AS medianUntil,
    if(count(step) OVER after > 1, quantileExactHigh(0.5)(step) OVER after, NULL) AS medianAfter
  FROM steps
  WINDOW
    until AS (PARTITION BY priceFeedId ORDER BY us ROWS BETWEEN 4 PRECEDING AND CURRENT ROW),
    after AS (PARTITION BY priceFeedId ORDER BY us ROWS BETWEEN 1 FOLLOWING AND 5 FOLLOWING)
), judged AS (
  SELECT
    *,
    greatest(lag(medianUntil) OVER feed, medianAfter) AS usualStep,
    ifNull(step > 1.5 * usualStep, false) AS isGap,
    lag(missed AND misplaced) OVER feed AS afterMisplaced,
    lag(missed) OVER feed AS afterMissed,
    anyLast(closed) OVER (PARTITION BY priceFeedId ORDER BY us ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS closedBefore
  FROM medians
  WINDOW feed AS (PARTITION BY priceFeedId ORDER BY us)
)
SELECT
  *,
  intDiv(us, 3600000000) AS hourNumber,
  missed AND NOT (afterMissed AND misplaced = afterMisplaced AND NOT isGap) AS begins,
  missed AND NOT begins AS continues,
  if(lag(isGap) OVER backwards, us + lag(usualStep) OVER backwards, nextUs) AS dueUs,
  anyLast(closed) OVER (PARTITION BY priceFeedId ORDER BY us DESC ROWS UNBOUNDED PRECEDING) AS closedAfter
FROM judged
WINDOW backwards AS (PARTITION BY priceFeedId ORDER BY us DESC);

-- Gaps by kind. A row 'last' has the usual step after a feed's last point, a row 'step' the one of an hour.
CREATE OR REPLACE VIEW due_gaps AS
WITH runs AS (
  SELECT
    *, intDiv(previousUs, 3600000000) AS previousHour,
    sum(begins OR (missed AND hourNumber <> previousHour)) OVER (PARTITION BY priceFeedId ORDER BY us) AS run
  FROM due_points(shipment = {shipment:String})
), events AS (
  SELECT
    priceFeedId, us, previousUs, hourNumber, step, isGap, misplaced, continues, dueUs, closedBefore, closedAfter, run,
    if(event = 'last', medianUntil, usualStep) AS usualStep,
    arrayJoin(arrayFilter(event -> event <> '', [
      if(isGap, 'not asked', ''), if(nextUs IS NULL, 'last', ''), if(missed, 'requested', ''), if(hourNumber = previousHour, 'step', '')
    ])) AS event
  FROM runs
)
SELECT
  priceFeedId,
  fromUnixTimestamp64Micro(
    min(multiIf(event = 'step', hourNumber * 3600000000, event = 'not asked', assumeNotNull(previousUs), us)), 'UTC') AS startedAt,
  if(event = 'requested', if(min(misplaced), 'other instant', 'nothing there'), event) AS kind,
  fromUnixTimestamp64Micro(if(event = 'requested', toNullable(max(us)), NULL), 'UTC') AS lastAt,
  multiIf(
    event = 'step', if(count() > 1, quantileExactLow(0.5)(step), NULL),
    event = 'requested', coalesce(max(usualStep), quantileExactLowIf(0.5)(step, NOT isGap)),
    max(usualStep)) AS stepUs,
  fromUnixTimestamp64Micro(multiIf(
    event = 'requested', coalesce(argMax(dueUs, us), max(us) + coalesce(stepUs, 0)),
    event = 'not asked', max(us), NULL), 'UTC') AS resumedAt,
  stepUs / 1e6 AS stepSeconds,
  if(event = 'requested', toNullable(toInt32(count())), NULL) AS missing,
  argMin(closedBefore, us) AS before,
  argMax(closedAfter, us) AS after,
  ifNull(coalesce(before, after) AND coalesce(after, before), false) AS closed,
  event = 'requested' AND argMin(e.continues, us) AS continues
FROM events AS e
GROUP BY priceFeedId, event, multiIf(event = 'step', hourNumber, event = 'requested', toInt64(run), us)
HAVING (priceFeedId, toStartOfHour(startedAt)) IN (SELECT priceFeedId, hour FROM due_around(shipment = {shipment:String}) WHERE judged);

-- Runs of rates with one interval within an hour.
CREATE OR REPLACE VIEW due_rates AS
WITH rates AS (
  SELECT
    priceFeedId, toStartOfHour(publishedAt) AS hour, publishedAt, fundingTimestamp, intervalHours, rate8h,
    row_number() OVER hourly = 1 OR NOT isNotDistinctFrom(lag(intervalHours) OVER hourly, intervalHours) AS changed,
    (toUnixTimestamp64Micro(lead(toNullable(publishedAt)) OVER hourly) - toUnixTimestamp64Micro(publishedAt)) / 1e6 AS untilNext,
    if(rate8h IS NULL OR untilNext IS NULL, NULL, greatest(least(untilNext, 3600 * intervalHours), 0.001)) AS validSeconds
  FROM funding
  WHERE (priceFeedId, toStartOfHour(publishedAt)) IN (SELECT priceFeedId, hour FROM due_around(shipment = {shipment:String}) WHERE judged)
  WINDOW hourly AS (PARTITION BY priceFeedId, hour ORDER BY publishedAt)
), runs AS (
  SELECT *, if(rate8h IS NULL, NULL, publishedAt) AS ratedAt, sum(changed) OVER (PARTITION BY priceFeedId, hour ORDER BY publishedAt) AS run
  FROM rates
)
SELECT
  priceFeedId, hour,
  (
    any(intervalHours), min(publishedAt), max(publishedAt), toInt32(count()),
    min(ratedAt), argMin(rate8h, publishedAt),
    argMin(ratedAt, (rate8h, publishedAt)), min(rate8h),
    argMin(ratedAt, (-rate8h, publishedAt)), max(rate8h),
    max(ratedAt), argMax(rate8h, publishedAt),
    argMax(tuple(fundingTimestamp), publishedAt).1, argMax(tuple(rate8h), publishedAt).1,
    ifNull(sum(validSeconds), 0), ifNull(sum(rate8h * validSeconds), 0)
  ) AS rates
FROM runs GROUP BY priceFeedId, hour, run;

-- The hours of feeds to keep, with their quality, gaps and sessions.
CREATE OR REPLACE VIEW due_quality AS
WITH judged AS (
  SELECT priceFeedId, hour FROM due_around(shipment = {shipment:String}) WHERE judged
), found AS (
  SELECT *, toDateTime64(toStartOfHour(publishedAt), 6, 'UTC') AS hour FROM updates WHERE (priceFeedId, toStartOfHour(publishedAt)) IN judged
), counted AS (
  SELECT
    priceFeedId, hour,
    count() AS received,
    countIf(NOT ifNull(u.carriedForward, false)) AS own,
    countIf(u.ownExponent IS NULL AND u.mantissa IS NOT NULL) AS exponentless,
    countIf(u.mantissa IS NOT NULL AND scaled(u.mantissa, u.scale) IS NULL) AS unscaled,
    countIf(u.fundingRate IS NOT NULL AND funding_hours(u.fundingRateInterval) IS NULL) AS unspanned,
    any(u.catalogueExponent) AS catalogueExponent,
    countIf(u.price IS NULL) AS nullPrice,
    countIf(u.bid IS NULL) AS nullBid,
    countIf(u.ask IS NULL) AS nullAsk,
    countIf(u.confidence IS NULL) AS nullConfidence,
    countIf(u.ema IS NULL) AS nullEma,
    countIf(u.emaConfidence IS NULL) AS nullEmaConfidence,
    countIf(u.ownExponent IS NULL) AS nullExponent,
    countIf(u.publisherCount IS NULL) AS nullPublishers,
    countIf(u.marketSession IS NULL) AS nullSession,
    countIf(u.feedUpdateTimestamp IS NULL) AS nullUpdateTimestamp,
    countIf(u.fundingRate IS NULL) AS nullFundingRate,
    countIf(u.fundingRateInterval IS NULL) AS nullFundingInterval,
    countIf(u.fundingTimestamp IS NULL) AS nullFundingTimestamp,
    maxIf(u.ageSeconds, ifNull(u.marketSession, '') <> 'closed') AS staleSeconds,
    avg(finite_or_null(10000 * u.confidence / nullIf(abs(u.price), 0))) AS meanConfidenceBps,
    min(u.publisherCount) AS fewestPublishers,
    arraySort(groupArray((u.publishedAt, u.marketSession))) AS places
  FROM found AS u GROUP BY priceFeedId, hour
), came AS (
  SELECT priceFeedId, publishedAt FROM feed_updates WHERE (priceFeedId, toStartOfHour(publishedAt)) IN judged
), faults AS (
  SELECT
    priceFeedId, toDateTime64(toStartOfHour(publishedAt), 6, 'UTC') AS hour,
    uniqExactIf(publishedAt, kind = 'missing' AND (priceFeedId, publishedAt) NOT IN came) AS missing,
    sumIf(f.faults, kind = 'rejected') AS rejected,
    sumIf(f.faults, kind = 'coerced') AS coercions
  FROM feed_faults AS f FINAL WHERE (priceFeedId, toStartOfHour(publishedAt)) IN judged GROUP BY priceFeedId, hour
), gaps AS (
  SELECT
    priceFeedId, toDateTime64(toStartOfHour(g.startedAt), 6, 'UTC') AS hour,
    anyIf(g.stepSeconds, g.kind = 'step') AS stepSeconds,
    groupArrayIf(
      (g.startedAt, g.kind, g.lastAt, g.resumedAt, g.stepSeconds, g.missing, g.closed, g.continues), g.kind <> 'step') AS gaps
  FROM due_gaps(shipment = {shipment:String}) AS g GROUP BY priceFeedId, hour
), rates AS (
  SELECT priceFeedId, toDateTime64(hour, 6, 'UTC') AS hour, groupArray(r.rates) AS rates
  FROM due_rates(shipment = {shipment:String}) AS r GROUP BY priceFeedId, hour
), totals AS (
  SELECT
    priceFeedId, toDateTime64(toStartOfHour(publishedAt), 6, 'UTC') AS hour,
    toInt32(count()) AS rows, toInt32(count(fundingRate)) AS fundingRates,
    min(publishedAt) AS firstPublishedAt, max(publishedAt) AS lastPublishedAt,
    argMax(u.exponent, publishedAt) AS exponent, maxIf(toNullable(publishedAt), u.exponent IS NOT NULL) AS exponentAt,
    argMax(tuple(u.feedUpdateTimestamp), publishedAt).1 AS feedUpdateTimestamp,
    argMax(tuple(u.marketSession), publishedAt).1::Nullable(String) AS marketSession,
    sumMapIf(arrayMap(
      field -> (leftUTF8(field.1, 100), toUInt64(1)), arrayFilter(field -> field.2 <> 'null', JSONExtractKeysAndValuesRaw(ifNull(u.extra, '{}')))
    )::Map(String, UInt64), u.extra IS NOT NULL) AS extras
  FROM feed_updates AS u FINAL WHERE (priceFeedId, toStartOfHour(publishedAt)) IN judged GROUP BY priceFeedId, hour
)
SELECT
  priceFeedId, hour AS startedAt,
  coalesce(received, 0) AS received, coalesce(own, 0) AS own, coalesce(missing, 0) AS missing,
  coalesce(rejected, 0) AS rejected, coalesce(coercions, 0) AS coercions,
  exponentless, unscaled, unspanned, catalogueExponent, stepSeconds,
  nullPrice, nullBid, nullAsk, nullConfidence, nullEma, nullEmaConfidence, nullExponent, nullPublishers, nullSession,
  nullUpdateTimestamp, nullFundingRate, nullFundingInterval, nullFundingTimestamp,
  staleSeconds, meanConfidenceBps, fewestPublishers, gaps,
  arrayMap(run -> (run[1].2, run[1].1, run[-1].1, toInt32(length(run))), arraySplit(
    (place, previous) -> NOT isNotDistinctFrom(place.2, previous.2), places, arrayPopBack(arrayPushFront(places, places[1]))
  )) AS sessions,
  rates, coalesce(rows, 0) AS rows, coalesce(fundingRates, 0) AS fundingRates, firstPublishedAt, lastPublishedAt, exponent, exponentAt,
  feedUpdateTimestamp, marketSession, extras
FROM counted
FULL JOIN faults USING (priceFeedId, hour)
LEFT JOIN gaps USING (priceFeedId, hour)
LEFT JOIN rates USING (priceFeedId, hour)
LEFT JOIN totals USING (priceFeedId, hour)
SETTINGS join_use_nulls = 1;

CREATE OR REPLACE VIEW sessions AS
WITH runs AS (
  SELECT priceFeedId, run.1 AS marketSession, run.2 AS startedAt, run.3 AS endedAt, run.4 AS updates
  FROM kept_hours FINAL ARRAY JOIN sessions AS run
), changes AS (
  SELECT *, row_number() OVER feed = 1 OR NOT isNotDistinctFrom(lag(marketSession) OVER feed, marketSession) AS changed
  FROM runs WINDOW feed AS (PARTITION BY priceFeedId ORDER BY startedAt)
), stretches AS (
  SELECT *, sum(changed) OVER (PARTITION BY priceFeedId ORDER BY startedAt) AS stretch FROM changes
)
SELECT
  priceFeedId, any(s.marketSession) AS marketSession, min(s.startedAt) AS startedAt, max(s.endedAt) AS endedAt,
  toInt64(sum(s.updates)) AS updates
FROM stretches AS s GROUP BY priceFeedId, stretch;

CREATE OR REPLACE VIEW gaps AS
WITH runs AS (
  SELECT priceFeedId, gap.1 AS start, gap.2 AS kind, gap.3 AS lastAt, gap.4 AS resumed, gap.5 AS step, gap.6 AS missed, gap.7 AS isClosed,
    toIntervalMicrosecond(toInt64(round(1e6 * step))) AS usual,
    sum(NOT gap.8) OVER (PARTITION BY priceFeedId ORDER BY start, kind = 'not asked') AS run
  FROM kept_hours FINAL ARRAY JOIN gaps AS gap
  WHERE kind <> 'last'
)
SELECT
  priceFeedId,
  min(if(lastAt IS NULL, start + usual, start)) AS startedAt,
  max(coalesce(lastAt, greatest(resumed - usual, start + usual))) AS endedAt,
  max(resumed) AS resumedAt,
  max(step) AS stepSeconds,
  (toUnixTimestamp64Micro(endedAt) - toUnixTimestamp64Micro(startedAt)) / 1e6 + coalesce(stepSeconds, 0) AS seconds,
  toInt64(sum(coalesce(missed, floor((toUnixTimestamp64Micro(resumed) - toUnixTimestamp64Micro(start)) / 1e6 / nullIf(step, 0) + 0.5) - 1))) AS missing,
  if(min(isClosed) AND endedAt - startedAt < 4 * 86400, 'market closed', any(kind)) AS reason,
  any(kind) <> 'not asked' AS asked
FROM runs GROUP BY priceFeedId, run;

CREATE OR REPLACE VIEW clock_1h AS
SELECT
  toDateTime64(toStartOfHour(r.publishedAt), 6, 'UTC') AS startedAt,
  toInt32(count()) AS answers,
  quantileExactInclusive(0.5)(toUnixTimestamp64Micro(receivedAt) - toUnixTimestamp64Micro(r.publishedAt)) / 1e6 AS clockSkewSeconds
FROM responses AS r FINAL
WHERE endpoint = 'latest_price' AND entries > 0 AND r.publishedAt <> receivedAt
  AND r.publishedAt BETWEEN toDateTime64('2000-01-01', 6, 'UTC') AND now64(6, 'UTC') + INTERVAL 1 DAY
GROUP BY startedAt;

CREATE OR REPLACE VIEW funding_runs AS
SELECT
  priceFeedId, run.1 AS intervalHours, run.2 AS startedAt, run.3 AS endedAt, run.4 AS updates, run.5 AS firstAt, run.6 AS firstRate8h,
  run.7 AS lowAt, run.8 AS lowRate8h, run.9 AS highAt, run.10 AS highRate8h, run.11 AS lastAt, run.12 AS lastRate8h,
  run.13 AS fundingTimestamp, run.14 AS carriedRate8h, run.15 AS seconds, run.16 AS rateSeconds
FROM kept_hours FINAL ARRAY JOIN rates AS run;

CREATE OR REPLACE VIEW feed_held AS
SELECT
  priceFeedId, true AS dated, toInt64(sum(h.rows)) AS rows, toInt64(sum(h.fundingRates)) AS fundingRates,
  min(h.firstPublishedAt) AS firstPublishedAt, max(h.lastPublishedAt) AS lastPublishedAt,
  argMax(h.exponent, h.exponentAt) AS exponent, max(h.exponentAt) AS exponentAt,
  argMax(tuple(h.feedUpdateTimestamp), h.lastPublishedAt).1 AS feedUpdateTimestamp,
  argMax(tuple(h.marketSession), h.lastPublishedAt).1 AS marketSession
FROM kept_hours AS h FINAL WHERE h.rows > 0 GROUP BY priceFeedId
UNION ALL
SELECT
  priceFeedId, false, toInt64(count()), toInt64(count(fundingRate)), min(publishedAt), max(publishedAt),
  argMax(u.exponent, publishedAt), maxIf(toNullable(publishedAt), u.exponent IS NOT NULL),
  argMax(tuple(u.feedUpdateTimestamp), publishedAt).1, argMax(tuple(u.marketSession), publishedAt).1
FROM feed_updates AS u FINAL
WHERE publishedAt < toDateTime64('2000-01-01', 6, 'UTC') OR publishedAt > now64(6, 'UTC') + INTERVAL 1 DAY
GROUP BY priceFeedId;

CREATE OR REPLACE VIEW quality_1h AS
WITH hours AS (
  SELECT * EXCEPT (gaps, sessions, rates, extras), startedAt + INTERVAL 1 HOUR AS endedAt FROM kept_hours FINAL
), usual AS (
  SELECT priceFeedId, argMax(gap.5, gap.1) AS stepAtEnd FROM kept_hours FINAL ARRAY JOIN gaps AS gap WHERE gap.2 = 'last' GROUP BY priceFeedId
), touched AS ( -- no two gaps overlap: at most one lasts from an earlier hour into an hour, and all others begin in it
  SELECT
    hours.priceFeedId AS priceFeedId, hours.startedAt AS startedAt, gaps.stepSeconds AS step,
    (toUnixTimestamp64Micro(least(gaps.resumedAt, hours.endedAt)) - toUnixTimestamp64Micro(gaps.startedAt)) / 1e6 AS silence
  FROM gaps
  JOIN hours ON hours.priceFeedId = gaps.priceFeedId AND hours.startedAt = toStartOfHour(gaps.startedAt)
  UNION ALL
  SELECT
    hours.priceFeedId, hours.startedAt, gaps.stepSeconds,
    (toUnixTimestamp64Micro(least(gaps.resumedAt, hours.endedAt)) - toUnixTimestamp64Micro(hours.startedAt)) / 1e6
  FROM hours
  ASOF JOIN gaps ON gaps.priceFeedId = hours.priceFeedId AND hours.startedAt > gaps.startedAt
  WHERE gaps.resumedAt > hours.startedAt
), silences AS (
  SELECT
    priceFeedId, startedAt, toInt32(count()) AS gaps, sum(silence) AS silentSeconds,
    toInt32(floor(sum(silence / nullIf(step, 0)) + 0.5)) AS room, min(step) AS stepThere
  FROM touched GROUP BY priceFeedId, startedAt
)
SELECT
  priceFeedId, startedAt,
  received + greatest(missing, coalesce(room, 0)) AS expected,
  received, own, missing,
  greatest(coalesce(room, 0) - missing, 0) AS notAsked,
  rejected, coercions, exponentless, unscaled, unspanned,
  coalesce(hours.stepSeconds, stepThere, stepAtEnd) AS stepSeconds,
  if(silences.gaps IS NULL AND coalesce(hours.stepSeconds, stepAtEnd) IS NOT NULL, 0, silences.gaps) AS gaps,
  if(silences.gaps IS NULL AND coalesce(hours.stepSeconds, stepAtEnd) IS NOT NULL, 0, silentSeconds) AS silentSeconds,
  staleSeconds, meanConfidenceBps, fewestPublishers,
  nullPrice, nullBid, nullAsk, nullConfidence, nullEma, nullEmaConfidence, nullExponent, nullPublishers, nullSession,
  nullUpdateTimestamp, nullFundingRate, nullFundingInterval, nullFundingTimestamp,
  clockSkewSeconds
FROM hours
LEFT JOIN silences USING (priceFeedId, startedAt)
LEFT JOIN usual USING (priceFeedId)
LEFT JOIN clock_1h USING (startedAt)
SETTINGS join_use_nulls = 1;
