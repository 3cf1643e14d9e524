-- Rows like those of `prices`, one for each bar of `source` (bars_1m, bars_1h or bars_1d): its close, where it began.
-- What bars do not have is null.
CREATE OR REPLACE MACRO bar_prices(source, seconds) AS TABLE
SELECT
  priceFeedId,
  startedAt AS publishedAt,
  close AS price,
  open,
  low,
  high,
  NULL::DOUBLE AS bid,
  NULL::DOUBLE AS ask,
  finite_or_null(abs(close) * meanConfidenceBps / 10000) AS confidence,
  NULL::DOUBLE AS ema,
  NULL::DOUBLE AS emaConfidence,
  fewestPublishers AS publisherCount,
  marketSession,
  NULL::DOUBLE AS ageSeconds,
  seconds AS standsSeconds
FROM query_table(source);

-- Rows like those of `spreads`, one for each bar of `source` that has books: their median, where the bar began.
CREATE OR REPLACE MACRO bar_spreads(source, seconds) AS TABLE
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
  seconds AS standsSeconds
FROM query_table(source)
WHERE books + crossed + locked > 0;

-- Rows of `source` (funding_1h or funding_1d) as a line: the first, the lowest, the highest and the last rate, each when it
-- was published.
CREATE OR REPLACE MACRO bar_rates(source, seconds) AS TABLE
SELECT DISTINCT
  priceFeedId,
  publishedAt,
  rate8h,
  finite_or_null(rate8h * 3 * 365) AS apr,
  seconds AS standsSeconds
FROM (
  SELECT priceFeedId, firstAt AS publishedAt, firstRate8h AS rate8h FROM query_table(source)
  UNION ALL
  SELECT priceFeedId, lowAt, lowRate8h FROM query_table(source)
  UNION ALL
  SELECT priceFeedId, highAt, highRate8h FROM query_table(source)
  UNION ALL
  SELECT priceFeedId, lastAt, lastRate8h FROM query_table(source)
)
WHERE publishedAt IS NOT NULL;

-- Rows of `source` (funding_1h or funding_1d) with the mean that each counts with, for as long as its rates stood.
CREATE OR REPLACE MACRO bar_rate_means(source) AS TABLE
SELECT
  priceFeedId,
  startedAt AS publishedAt,
  intervalHours,
  lastRate8h AS rate8h,
  finite_or_null(lastRate8h * 3 * 365) AS apr,
  meanRate8h,
  finite_or_null(meanRate8h * 3 * 365) AS meanApr,
  seconds AS standsSeconds
FROM query_table(source);

-- Prices that stood between two instants, as `standing` has them: of prices_raw, or of bars like them. What stood at the
-- start begins there, and of a bar counts how it ended: so a page's figures are those of the lines and candles beside them.
-- Where nothing came since, it keeps its instant: a chart says it in words.
CREATE OR REPLACE MACRO standing_prices(source, feeds, since, until) AS TABLE
SELECT
  * REPLACE (
    CASE WHEN count(*) OVER (PARTITION BY priceFeedId) = 1 THEN publishedAt
      ELSE greatest(publishedAt, since::TIMESTAMP) END AS publishedAt,
    CASE WHEN publishedAt < since::TIMESTAMP THEN price ELSE open END AS open,
    CASE WHEN publishedAt < since::TIMESTAMP THEN price ELSE low END AS low,
    CASE WHEN publishedAt < since::TIMESTAMP THEN price ELSE high END AS high
  )
FROM standing(source, feeds, since, until);

-- The spreads of each feed between two instants, of `source` (spreads_raw, or bars like it): every page's figures. Updates
-- and bars count for as long as they stood; those of a closed market do not, as it repeats its last book.
CREATE OR REPLACE MACRO spread_figures(source, feeds, since, until) AS TABLE
WITH open AS (
  FROM standing(source, feeds, since, until)
  WHERE seconds > 0 AND marketSession IS DISTINCT FROM 'closed'
), ranked AS (
  SELECT
    *,
    sum(seconds) OVER (PARTITION BY priceFeedId ORDER BY spreadBps)
      / sum(seconds) FILTER (spreadBps IS NOT NULL) OVER (PARTITION BY priceFeedId) AS share,
    sum(seconds) OVER (PARTITION BY priceFeedId ORDER BY p95SpreadBps)
      / sum(seconds) FILTER (p95SpreadBps IS NOT NULL) OVER (PARTITION BY priceFeedId) AS shareOfP95,
    sum(seconds) OVER (PARTITION BY priceFeedId ORDER BY spreadConfidences)
      / sum(seconds) FILTER (spreadConfidences IS NOT NULL) OVER (PARTITION BY priceFeedId) AS shareOfConfidences
  FROM open
)
SELECT
  priceFeedId,
  min(spreadBps) FILTER (share >= 0.5) AS median,
  min(p95SpreadBps) FILTER (shareOfP95 >= 0.95) AS p95,
  min(spreadConfidences) FILTER (shareOfConfidences >= 0.5) AS confidences,
  sum(CASE WHEN spreadConfidences > 1 + 1e-9 THEN seconds ELSE 0 END) -- beyond what ask − bid is rounded by
    / sum(seconds) FILTER (spreadConfidences IS NOT NULL) AS widerShare,
  sum(ranked.updates)::DOUBLE AS updates,
  sum(crossed)::DOUBLE AS crossed,
  sum(locked)::DOUBLE AS locked,
  sum(seconds * crossed / ranked.updates) / sum(seconds) AS crossedShare,
  sum(seconds * locked / ranked.updates) / sum(seconds) AS lockedShare,
  list(DISTINCT marketSession ORDER BY marketSession DESC) AS sessions
FROM ranked
GROUP BY priceFeedId;

-- Whether a row is the first, the last, the lowest or the highest of its bucket: a line through these alone looks like one
-- through all where a bucket is a pixel wide (M4: Jugel, Jerzak, Hackenbroich and Markl 2014). In a QUALIFY clause.
CREATE OR REPLACE MACRO is_outermost(instant, low, high, bucket) AS
instant IN (
  min(instant) OVER (PARTITION BY bucket),
  max(instant) OVER (PARTITION BY bucket),
  arg_min(instant, low) OVER (PARTITION BY bucket),
  arg_max(instant, high) OVER (PARTITION BY bucket)
);

-- The finest resolution of `source` (prices or funding) that holds a time as a whole, and of which each of so many feeds has
-- at most so many rows in it; where there is none, the coarsest. `resolutionOf` in src/lib/resolution.ts says the same.
CREATE OR REPLACE MACRO resolution_of(source, feeds, started, ended) AS
coalesce(
  (
    SELECT arg_min(resolution, seconds)
    FROM (
      VALUES
        ('prices', 'prices', 'raw', 0),
        ('prices', 'bars_1m', '1m', 60),
        ('prices', 'bars_1h', '1h', 3600),
        ('funding', 'funding', 'raw', 0),
        ('funding', 'funding_1h', '1h', 3600)
    ) AS levels(family, name, resolution, seconds)
    JOIN snapshot_parts AS parts USING (name)
    WHERE family = source
      AND rows > 0
      AND (whole OR parts.since <= started::TIMESTAMP)
      AND rows / feeds * least(epoch(ended::TIMESTAMP) - epoch(started::TIMESTAMP), epoch(parts.until) - epoch(parts.since))
        <= 20000 * (epoch(parts.until) - epoch(parts.since))
  ),
  '1d'
);

-- Seconds that a row of a resolution stands for, at least: a finer step shows nothing more.
CREATE OR REPLACE MACRO seconds_of(resolution) AS
  CASE resolution WHEN '1m' THEN 60 WHEN '1h' THEN 3600 WHEN '1d' THEN 86400 ELSE 0 END;

-- Whether a text has every word of a search, whatever their case and order. Words end at any blank of Unicode, as \s of
-- JavaScript is. `hasWords` in src/components/parts/names.ts says the same.
CREATE OR REPLACE MACRO has_words(text, search) AS
  coalesce(
    list_bool_and([
      contains(lower(text), word) FOR word IN string_split_regex(lower(search), '[\s\v\p{Z}\x{FEFF}]+')
    ]),
    true
  );

-- Whether a feed's symbol, name, class or id has every word of a search: the one rule for all pages. `matches` in
-- src/components/parts/names.ts says the same.
CREATE OR REPLACE MACRO is_found(priceFeedId, symbol, name, assetType, search) AS
  has_words(concat_ws(' ', symbol, name, assetType, 'feed', priceFeedId), search);

-- Gaps that an hour of quality_1h adds to those of a feed's hours before it among the rows at hand: all of the first
-- hour, and of later ones those that begin there. Over all of them, each gap counts once.
CREATE OR REPLACE MACRO gaps_once(priceFeedId, startedAt, gaps, newGaps) AS
  CASE WHEN startedAt = min(startedAt) OVER (PARTITION BY priceFeedId) THEN gaps ELSE newGaps END;

-- Which share (0 to 1) of the updates that were asked for came, the one rule for all pages: what nobody asked for is no
-- fault of a feed. Null where nothing was asked for.
CREATE OR REPLACE MACRO complete_share(received, missing) AS finite_or_null(received / nullif(received + missing, 0));

-- What the columns of a table or view hold, a row each: the least and greatest value as text, and how many are not null.
CREATE OR REPLACE MACRO ranges_of(source) AS TABLE
SELECT name, figures.low AS low, figures.high AS high, figures.held AS held, figures.total AS rows
FROM (
  UNPIVOT (
    SELECT {
      'low': min(COLUMNS(*))::VARCHAR,
      'high': max(COLUMNS(*))::VARCHAR,
      'held': count(COLUMNS(*)),
      'total': count(*)
    }
    FROM query_table(source)
  )
  ON COLUMNS(*) INTO NAME name VALUE figures
);
