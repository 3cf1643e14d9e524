-- When the store's first and last update were published.
CREATE OR REPLACE {{temp}}MACRO first_update() AS (SELECT firstPublishedAt FROM meta);
CREATE OR REPLACE {{temp}}MACRO last_update() AS (SELECT lastPublishedAt FROM meta);

-- The view of prices at a resolution, as they came, or adjusted for later splits: every query of prices reads it.
CREATE OR REPLACE {{temp}}MACRO prices_of(resolution, adjusted) AS
  CASE WHEN adjusted THEN 'adjusted_' ELSE 'prices_' END || resolution;

-- Prices that were valid between two instants, as `carry_forward` has them: of prices_raw, or of bars like them.
-- The row that was valid at the start is moved there, and a bar counts with its close, so that a page's figures agree with the
-- lines and candles beside them. If no row came since, it keeps its instant, and a chart says so.
CREATE OR REPLACE {{temp}}MACRO carry_forward_prices(source, feeds, since, until) AS TABLE
SELECT
  * REPLACE (
    CASE WHEN count(*) OVER (PARTITION BY priceFeedId) = 1 THEN publishedAt
      ELSE greatest(publishedAt, since::TIMESTAMP) END AS publishedAt,
    CASE WHEN publishedAt < since::TIMESTAMP THEN price ELSE open END AS open,
    CASE WHEN publishedAt < since::TIMESTAMP THEN price ELSE low END AS low,
    CASE WHEN publishedAt < since::TIMESTAMP THEN price ELSE high END AS high
  )
FROM carry_forward(source, feeds, since, until);

-- Each row of prices_raw, or of bars like them, with the highest price until then and how far it is below that: a bar's low
-- against the highs before it, or its own open.
CREATE OR REPLACE {{temp}}MACRO drawdowns(feeds, since, until, resolution, adjusted) AS TABLE
SELECT
  priceFeedId,
  publishedAt,
  low AS price,
  high,
  greatest(
    max(high) OVER (PARTITION BY priceFeedId ORDER BY publishedAt ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING),
    open
  ) AS peak,
  CASE WHEN peak > 0 AND low > 0 THEN finite_or_null(low / peak - 1) END AS drawdown
FROM carry_forward_prices(prices_of(resolution, adjusted), coalesce(feeds::BIGINT[], []), since, until)
WHERE price IS NOT NULL;

-- Whether a row is the first, the last, the lowest or the highest of its bucket: a line through these alone looks like one
-- through all where a bucket is a pixel wide (M4: Jugel, Jerzak, Hackenbroich and Markl 2014). The earliest wins a tie: otherwise
-- each run would choose another. For a QUALIFY clause.
CREATE OR REPLACE {{temp}}MACRO is_outermost(instant, low, high, bucket) AS
instant IN (
  min(instant) OVER (PARTITION BY bucket),
  max(instant) OVER (PARTITION BY bucket),
  arg_min(instant, (low, instant)) OVER (PARTITION BY bucket),
  arg_min(instant, (-high, instant)) OVER (PARTITION BY bucket)
);

-- How often a normal variable is within so many standard deviations: erf(k / √2), by its series (DLMF 7.6.2). Exact to 1e-14.
CREATE OR REPLACE {{temp}}MACRO normal_share(factor) AS
CASE
  WHEN factor < 8 THEN list_sum([
    exp(-factor * factor / 2 - lgamma(n + 1.5)) * pow(factor / sqrt(2), 2 * n + 1) FOR n IN range(100)
  ])
  WHEN factor >= 8 THEN 1
END;

-- Seconds that a row of a resolution covers: a finer step would show nothing more.
CREATE OR REPLACE {{temp}}MACRO seconds_of(resolution) AS
  CASE resolution WHEN '1m' THEN 60 WHEN '1h' THEN 3600 WHEN '1d' THEN 86400 ELSE 0 END;

-- The resolution of funding rates for a resolution of prices: funding has no bars of a minute.
CREATE OR REPLACE {{temp}}MACRO funding_resolution(resolution) AS CASE resolution WHEN '1m' THEN '1h' ELSE resolution END;

-- The mean of values over the rows of the last so many days, weighted by seconds, an aggregate. Null unless these are at least half
-- of that time.
CREATE OR REPLACE {{temp}}MACRO mean_of_days(value, seconds, daysAgo, days) AS
CASE
  WHEN sum(seconds) FILTER (daysAgo <= days) >= 43200 * days
    THEN finite_or_null(sum(value * seconds) FILTER (daysAgo <= days) / sum(seconds) FILTER (daysAgo <= days))
END;

-- Order of feed states: lists begin with feeds that need attention.
CREATE OR REPLACE {{temp}}MACRO state_rank(state) AS
  list_position(['stale', 'missing', 'silent', 'unknown', 'quiet', 'fresh', 'closed', 'never'], state);

-- The step of a row in the overview below a chart, which has 240.
CREATE OR REPLACE {{temp}}MACRO overview_step(publishedAt, since, until) AS
  time_bucket(to_seconds(step_of(epoch(until::TIMESTAMP) - epoch(since::TIMESTAMP), 240)), publishedAt);

-- The share of a group's weight that values up to this row's have, for weighted quantiles: the quantile q is the least value
-- whose share is q or more. Null values have no weight.
CREATE OR REPLACE {{temp}}MACRO share_until(value, weight, of) AS
  sum(weight) OVER (PARTITION BY of ORDER BY value) / sum(weight) FILTER (value IS NOT NULL) OVER (PARTITION BY of);

-- Whether updates of a session count for an analysis: 'open' takes all but the closed one, 'any' all, a session's name that
-- one alone. A feed that gives no session is always open.
CREATE OR REPLACE {{temp}}MACRO is_counted(marketSession, session) AS
  CASE session
    WHEN 'any' THEN true
    WHEN 'open' THEN marketSession IS DISTINCT FROM 'closed'
    ELSE coalesce(marketSession = session, true)
  END;

-- Whether a text has every word of a search, whatever their case and order. Words end at any blank of Unicode, as \s of
-- JavaScript is. `hasWords` in src/ui/elements/names.ts says the same. The text goes into the list, as DuckDB knows no
-- column in a list's expression where `search` is a column of a join.
CREATE OR REPLACE {{temp}}MACRO search_words(search) AS string_split_regex(lower(search), '[\s\v\p{Z}\x{FEFF}]+');
CREATE OR REPLACE {{temp}}MACRO has_words(text, search) AS
  coalesce(
    list_bool_and([
      contains(pair[1], pair[2])
      FOR pair IN list_zip(list_resize([]::VARCHAR[], len(search_words(search)), lower(text)), search_words(search))
    ]),
    true
  );

-- Whether a feed's symbol, name, class or id has every word of a search: the one rule for all pages. `matches` in
-- src/ui/elements/names.ts says the same, for lists that are searched at every key, without DuckDB-Wasm.
CREATE OR REPLACE {{temp}}MACRO is_found(priceFeedId, symbol, name, assetType, search) AS
  has_words(concat_ws(' ', symbol, name, assetType, 'feed', priceFeedId), search);

-- What charts over time mark: events of feeds, open ones first, without gaps, and their splits, with the factor as `worst`. Its
-- arguments have names of their own, as `events` has feeds and since in its text.
CREATE OR REPLACE {{temp}}MACRO marks_of(ids, shownFrom, shownUntil) AS TABLE
FROM (
  SELECT events.*, symbol
  FROM events
  LEFT JOIN feeds USING (priceFeedId)
  WHERE list_contains(ids::BIGINT[], priceFeedId) AND kind <> 'gap'
    AND startedAt < shownUntil::TIMESTAMP AND coalesce(endedAt, last_update()) > shownFrom::TIMESTAMP
  ORDER BY endedAt IS NOT NULL, severity, startedAt DESC, eventId
  LIMIT 20
)
UNION ALL BY NAME
SELECT 'split' AS kind, priceFeedId, effectiveAt AS startedAt, factor AS worst
FROM feed_splits
WHERE list_contains(ids::BIGINT[], priceFeedId)
  AND effectiveAt BETWEEN shownFrom::TIMESTAMP AND shownUntil::TIMESTAMP;

-- The share (0 to 1) of the updates asked for that came, the one rule for all pages. Updates that were not asked for do not
-- count against a feed. Null if none were asked for.
CREATE OR REPLACE {{temp}}MACRO complete_share(received, missing) AS finite_or_null(received / nullif(received + missing, 0));

-- A row for each column of a table or view: its least and greatest value as text, and how many values are not null.
CREATE OR REPLACE {{temp}}MACRO ranges_of(source) AS TABLE
SELECT source AS tableName, name, figures.low AS low, figures.high AS high, figures.held AS held, figures.total AS rows
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
