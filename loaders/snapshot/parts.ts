import {readFileSync} from "node:fs";

/** A table of a snapshot, and how much of the store it holds. */
export interface SnapshotPart {
  name: string;
  rows: number;
  /** Rows that the store has for it. */
  storedRows: number;
  bytes: number;
  /** Whether it holds all that the store has of the snapshot's feeds. */
  whole: boolean;
  /** From when on every row of the store is in it; null for a table without times, and where none is. */
  since: string | null;
  /** When its last row is; null for a table without times, and for an empty one. */
  until: string | null;
}

/** A table that is written whole, however small the budget; of `feeds`, those that are chosen. */
export interface WholeTable {
  name: string;
  sql: string;
  time: string | null;
}

/** Tables of which the newest rows are written that fit. */
export interface CutTables {
  tables: readonly CutTable[];
  /** Query of how many rows there are, in columns that are named after the tables. */
  total: string;
  /** Where their rows are counted, by the column `time`. */
  source: string;
  time: string;
  /** Query of the `first` and `last` of these times. */
  span: string;
  /** How much room they get beside the others, where not all fit. */
  share: number;
}

/** One of them. `count` counts its rows in the source; `bytes` is what a row takes about, where no snapshot says it yet. */
export interface CutTable {
  name: string;
  count: string;
  bytes: number;
}

/** What a snapshot has of a table or view of the store: the rows of its feeds. */
export function ofFeeds(name: string): string {
  return `(FROM ${name} SEMI JOIN snapshot_feeds USING (priceFeedId))`;
}

/**
 * The query of at most so many of the store's feeds: those that the catalogue knows before others, which nobody asked for,
 * and of each those with the most updates.
 */
export function chosenFeeds(most: number): string {
  return `SELECT priceFeedId FROM feed_stats ORDER BY symbol IS NULL, updates DESC, priceFeedId LIMIT ${most}`;
}

// What loads met with names files, addresses and bodies of whoever loaded: a reader of the pages gets reasons and counts.
const withheld: Readonly<Record<string, string>> = {
  load_log: "CASE WHEN error IS NOT NULL THEN 'see feedbook status' END AS error",
  fault_examples: "NULL::VARCHAR AS example"
};

/**
 * Those that are always whole, in their order: the others are cut to what they leave. `publishFaults`: with the text of
 * errors and examples.
 */
export function wholeTables(publishFaults: boolean): readonly WholeTable[] {
  return whole.map((table) => {
    const replaced = publishFaults ? undefined : withheld[table.name];
    return replaced === undefined ? table : {...table, sql: `SELECT * REPLACE (${replaced}) FROM (${table.sql})`};
  });
}

const whole: readonly WholeTable[] = [
  {
    name: "meta",
    sql: `SELECT now()::TIMESTAMP AS snapshotAt, * REPLACE (
        (SELECT count(DISTINCT priceFeedId)::INTEGER FROM ${ofFeeds("feed_held")}) AS feeds
      ) FROM meta`,
    time: null
  },
  {name: "feeds", sql: `FROM ${ofFeeds("feed_stats")} ORDER BY priceFeedId`, time: null},
  {
    name: "feed_states",
    sql: `SELECT * EXCLUDE (marketSession) FROM ${ofFeeds("feed_states")} ORDER BY priceFeedId`,
    time: null
  },
  {name: "load_log", sql: `${log("load_log")} ORDER BY startedAt, loadId`, time: "startedAt"},
  {name: "latency_1h", sql: `${log("latency_1h")} ORDER BY endpoint, startedAt`, time: "startedAt"},
  {name: "fault_examples", sql: `${log("fault_examples")} ORDER BY kind, total DESC, reason, number`, time: null},
  {name: "field_changes", sql: log("field_changes"), time: "startedAt"}
];

// What a snapshot has of the store's bookkeeping: the newest of it, and never what was asked for or by whom.
function log(name: string): string {
  return `FROM (${readFileSync(new URL(`./sql/${name}.sql`, import.meta.url), "utf8")}\n)`;
}

/** The updates and what is made of them one by one: they share one window. */
export const rawTables: CutTables = {
  tables: [
    {name: "prices", count: "count(*)", bytes: 85},
    {name: "funding", count: "count(fundingRate)", bytes: 62}
  ],
  total: `SELECT coalesce(sum(rows), 0) AS prices, coalesce(sum(fundingRates), 0) AS funding
    FROM (FROM feed_held QUALIFY dated OR NOT bool_or(dated) OVER ())`,
  source: ofFeeds("valid_updates"),
  time: "publishedAt",
  span: "SELECT firstPublishedAt AS first, lastPublishedAt AS last FROM snapshot.meta",
  share: 2
};

/** Bars of a minute. */
export const minuteBars: CutTables = barTable("bars_1m", {bytes: 95, share: 2});

/** Those that may be cut, the coarsest first. */
export const cutTables: readonly CutTables[] = [
  barTable("bars_1d", {bytes: 95, share: 8}),
  barTable("sessions", {bytes: 40, share: 2, time: "endedAt"}),
  barTable("funding_1d", {bytes: 95, share: 4}),
  barTable("funding_intervals", {bytes: 60, share: 2}),
  barTable("bars_1h", {bytes: 95, share: 6}),
  barTable("funding_1h", {bytes: 95, share: 2}),
  barTable("quality_1h", {bytes: 30, share: 1, counted: "quality_hours"}),
  minuteBars,
  rawTables
];

interface BarTable {
  bytes: number;
  share: number;
  time?: string;
  /** The table that has as many rows of the same times, and is read in a hundredth of the time. */
  counted?: string;
}

function barTable(name: string, {bytes, share, time = "startedAt", counted = name}: BarTable): CutTables {
  const [total, source] = [`SELECT count(*) AS ${name} FROM ${counted}`, ofFeeds(counted)];
  const span = `SELECT min(${time}) AS first, max(${time}) AS last FROM ${source}`;
  return {tables: [{name, count: "count(*)", bytes}], total, source, time, span, share};
}

/** The query that makes the table of a snapshot which says what it holds. */
export function partsSql(parts: readonly SnapshotPart[]): string {
  const rows = parts.map(({name, rows, storedRows, bytes, whole, since, until}) => {
    const [first, last] = [since, until].map((time) => (time === null ? "NULL" : `'${time}'`));
    return `('${name}', ${rows}, ${storedRows}, ${bytes}, ${whole}, ${first}, ${last})`;
  });
  return `SELECT
      name,
      rows::BIGINT AS rows,
      storedRows::BIGINT AS storedRows,
      bytes::BIGINT AS bytes,
      whole,
      TRY_CAST(since AS TIMESTAMP) AS since, -- of absurd dates the text cannot be read
      TRY_CAST(until AS TIMESTAMP) AS until
    FROM (VALUES ${rows.join()}) AS parts(name, rows, storedRows, bytes, whole, since, until)`;
}
