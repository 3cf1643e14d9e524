-- The tables of a cluster, in ClickHouse's SQL. A ReplacingMergeTree keeps one row per key: a retry, a second machine or a
-- restored backup adds no row twice. Tables of kept rows (bars, hours) keep the row that was made last.
-- Each codec was the smallest one when measured with prices that walk and prices that jump.

CREATE TABLE IF NOT EXISTS feed_updates (
  priceFeedId Int64 CODEC(Delta, ZSTD),
  price Nullable(Float64) CODEC(Gorilla, ZSTD),
  bestBidPrice Nullable(Float64) CODEC(Gorilla, ZSTD),
  bestAskPrice Nullable(Float64) CODEC(Gorilla, ZSTD),
  confidence Nullable(Float64) CODEC(Gorilla, ZSTD),
  exponent Nullable(Float64) CODEC(ZSTD),
  publisherCount Nullable(Float64) CODEC(ZSTD),
  fundingRate Nullable(Float64) CODEC(Delta, ZSTD),
  fundingRateInterval Nullable(Float64) CODEC(ZSTD),
  marketSession LowCardinality(Nullable(String)) CODEC(ZSTD),
  emaPrice Nullable(Float64) CODEC(Delta, ZSTD),
  emaConfidence Nullable(Float64) CODEC(Gorilla, ZSTD),
  feedUpdateTimestamp Nullable(DateTime64(6, 'UTC')) CODEC(DoubleDelta, ZSTD),
  fundingTimestamp Nullable(DateTime64(6, 'UTC')) CODEC(DoubleDelta, ZSTD),
  responseId UUID CODEC(ZSTD(3)),
  entryIndex Int32 CODEC(Delta, ZSTD),
  publishedAt DateTime64(6, 'UTC') CODEC(DoubleDelta, ZSTD),
  extra Nullable(String) CODEC(ZSTD)
) ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(publishedAt)
ORDER BY (priceFeedId, publishedAt, responseId, entryIndex)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS responses (
  responseId UUID,
  loadId UUID,
  endpoint LowCardinality(String),
  baseUrl String CODEC(ZSTD),
  requestedAt DateTime64(6, 'UTC'),
  receivedAt DateTime64(6, 'UTC'),
  publishedAt DateTime64(6, 'UTC'),
  httpStatus Nullable(Int32),
  latencyMs Nullable(Float64),
  bodyBytes Int64,
  bodyHash String,
  request Nullable(String) CODEC(ZSTD),
  entries Int32,
  rows Int32,
  rejected Int32,
  missingFeeds Nullable(String) CODEC(ZSTD)
) ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(publishedAt)
ORDER BY (publishedAt, responseId);

CREATE TABLE IF NOT EXISTS rejected_entries (
  responseId UUID, entryIndex Int32, reason String, entry String CODEC(ZSTD)
) ENGINE = ReplacingMergeTree ORDER BY (responseId, entryIndex);

CREATE TABLE IF NOT EXISTS coercions (
  responseId UUID, entryIndex Int32, priceFeedId Int64, columnName LowCardinality(String), value String CODEC(ZSTD)
) ENGINE = ReplacingMergeTree ORDER BY (responseId, entryIndex, columnName);

CREATE TABLE IF NOT EXISTS failed_responses (
  responseId UUID, problem String, start String CODEC(ZSTD)
) ENGINE = ReplacingMergeTree ORDER BY responseId;

CREATE TABLE IF NOT EXISTS loads (
  loadId UUID,
  command String,
  startedAt DateTime64(6, 'UTC'),
  finishedAt Nullable(DateTime64(6, 'UTC')),
  status String,
  rows Int64,
  rejected Int64,
  error Nullable(String),
  sandbox Bool
) ENGINE = ReplacingMergeTree(rows) ORDER BY loadId;

CREATE TABLE IF NOT EXISTS feeds (
  priceFeedId Int64,
  symbol Nullable(String),
  name Nullable(String),
  assetType Nullable(String),
  exponent Nullable(Int32),
  minChannel Nullable(String),
  state Nullable(String),
  fundingIntervalHours Nullable(Float64),
  description Nullable(String),
  updatedAt DateTime64(6, 'UTC')
) ENGINE = ReplacingMergeTree(updatedAt) ORDER BY priceFeedId;

-- The hours of feeds whose bars and quality a shipment makes again.
CREATE TABLE IF NOT EXISTS due_hours (
  shipment String, priceFeedId Int64, hour DateTime64(6, 'UTC'), at DateTime DEFAULT now()
) ENGINE = MergeTree ORDER BY shipment TTL at + INTERVAL 1 DAY;

-- Kept bars; the bars of a day have no bins.
CREATE TABLE IF NOT EXISTS kept_bars (
  step LowCardinality(String),
  priceFeedId Int64 CODEC(Delta, ZSTD),
  startedAt DateTime64(6, 'UTC') CODEC(DoubleDelta, ZSTD),
  open Nullable(Float64) CODEC(FPC, ZSTD),
  high Nullable(Float64) CODEC(FPC, ZSTD),
  low Nullable(Float64) CODEC(FPC, ZSTD),
  close Nullable(Float64) CODEC(FPC, ZSTD),
  updates Int32 CODEC(T64, ZSTD),
  carriedForward Int32 CODEC(T64, ZSTD),
  books Int32 CODEC(T64, ZSTD),
  crossed Int32 CODEC(T64, ZSTD),
  locked Int32 CODEC(T64, ZSTD),
  meanSpreadBps Nullable(Float64) CODEC(ZSTD),
  maxSpreadBps Nullable(Float64) CODEC(ZSTD),
  confidences Int32 CODEC(T64, ZSTD),
  meanConfidenceBps Nullable(Float64) CODEC(ZSTD),
  fewestPublishers Nullable(Float64) CODEC(ZSTD),
  marketSession LowCardinality(Nullable(String)),
  medianSpreadBps Nullable(Float64) CODEC(ZSTD),
  p95SpreadBps Nullable(Float64) CODEC(ZSTD),
  spreadBins Map(Int32, UInt64) CODEC(ZSTD(3)),
  madeAt DateTime64(9) DEFAULT now64(9)
) ENGINE = ReplacingMergeTree(madeAt)
PARTITION BY (step, toYYYYMM(startedAt))
ORDER BY (step, priceFeedId, startedAt);

-- Updates that are missing, rejected or coerced, as the view feed_faults of a store has them; `faults` of a kind in a response.
CREATE TABLE IF NOT EXISTS feed_faults (
  priceFeedId Int64,
  publishedAt DateTime64(6, 'UTC'),
  kind LowCardinality(String),
  responseId UUID,
  settled Bool,
  misplaced Bool,
  faults Int32
) ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(publishedAt)
ORDER BY (priceFeedId, publishedAt, kind, responseId);

-- Kept hours of feeds: quality, the gaps, sessions and rates that begin in the hour, and totals of its updates (`extras`: how many
-- have a field without a column).
CREATE TABLE IF NOT EXISTS kept_hours (
  priceFeedId Int64,
  startedAt DateTime64(6, 'UTC'),
  received Int32,
  own Int32,
  missing Int32,
  rejected Int32,
  coercions Int32,
  exponentless Nullable(Int32),
  unscaled Nullable(Int32),
  unspanned Nullable(Int32),
  catalogueExponent Nullable(Int32),
  stepSeconds Nullable(Float64),
  nullPrice Nullable(Int32),
  nullBid Nullable(Int32),
  nullAsk Nullable(Int32),
  nullConfidence Nullable(Int32),
  nullEma Nullable(Int32),
  nullEmaConfidence Nullable(Int32),
  nullExponent Nullable(Int32),
  nullPublishers Nullable(Int32),
  nullSession Nullable(Int32),
  nullUpdateTimestamp Nullable(Int32),
  nullFundingRate Nullable(Int32),
  nullFundingInterval Nullable(Int32),
  nullFundingTimestamp Nullable(Int32),
  staleSeconds Nullable(Float64),
  meanConfidenceBps Nullable(Float64),
  fewestPublishers Nullable(Float64),
  gaps Array(Tuple(
    startedAt DateTime64(6, 'UTC'), kind String, lastAt Nullable(DateTime64(6, 'UTC')), resumedAt Nullable(DateTime64(6, 'UTC')),
    stepSeconds Nullable(Float64), missing Nullable(Int32), closed Bool, continues Bool)),
  sessions Array(Tuple(marketSession Nullable(String), startedAt DateTime64(6, 'UTC'), endedAt DateTime64(6, 'UTC'), updates Int32)),
  rates Array(Tuple(
    intervalHours Nullable(Float64), startedAt DateTime64(6, 'UTC'), endedAt DateTime64(6, 'UTC'), updates Int32,
    firstAt Nullable(DateTime64(6, 'UTC')), firstRate8h Nullable(Float64),
    lowAt Nullable(DateTime64(6, 'UTC')), lowRate8h Nullable(Float64),
    highAt Nullable(DateTime64(6, 'UTC')), highRate8h Nullable(Float64),
    lastAt Nullable(DateTime64(6, 'UTC')), lastRate8h Nullable(Float64),
    fundingTimestamp Nullable(DateTime64(6, 'UTC')), carriedRate8h Nullable(Float64), seconds Float64, rateSeconds Float64)),
  rows Int32,
  fundingRates Int32,
  firstPublishedAt Nullable(DateTime64(6, 'UTC')),
  lastPublishedAt Nullable(DateTime64(6, 'UTC')),
  exponent Nullable(Float64),
  exponentAt Nullable(DateTime64(6, 'UTC')),
  feedUpdateTimestamp Nullable(DateTime64(6, 'UTC')),
  marketSession Nullable(String),
  extras Map(String, UInt64),
  madeAt DateTime64(9) DEFAULT now64(9)
) ENGINE = ReplacingMergeTree(madeAt)
PARTITION BY toYYYYMM(startedAt)
ORDER BY (priceFeedId, startedAt);

CREATE TABLE IF NOT EXISTS schema_migrations (
  version Int32, appliedAt DateTime DEFAULT now()
) ENGINE = ReplacingMergeTree ORDER BY version;
