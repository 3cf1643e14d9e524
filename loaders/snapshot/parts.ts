import {sqlOf} from "../sql/list.js";

/** A table of a snapshot, and its share of the store. */
export interface SnapshotPart {
  name: string;
  rows: number;
  storedRows: number;
  bytes: number;
  /** Whether it holds all of the store's rows of the snapshot's feeds. */
  whole: boolean;
  /** The time from which it has every row of the store; null for a table without times or rows. */
  since: string | null;
  /** The time of its last row; null for a table without times or rows. */
  until: string | null;
}

/** A table that is always written whole, but only for the chosen feeds. */
export interface WholeTable {
  name: string;
  sql: string;
  time: string | null;
}

/** Resolution of a table, which decides the length of its window; rare: a row for each change. */
export type Resolution = "rare" | "1d" | "1h" | "1m" | "raw";

/** A table that gets as many of its newest rows as fit. */
export interface CutTable {
  name: string;
  resolution: Resolution;
  bytes: number;
  /** The table with the ages of rows in its column `time`, and the number of rows that one of its rows counts. */
  aged: {source: string; time: string; rows: string};
  time: string;
}

/** SQL of the rows of a table or view for the snapshot's feeds. */
export function ofFeeds(name: string): string {
  return `(FROM ${name} SEMI JOIN snapshot_feeds USING (priceFeedId))`;
}

/** The query of at most `most` feeds of the store: feeds of the catalogue first, then the feeds with the most updates. */
export function chosenFeeds(most: number): string {
  return `SELECT priceFeedId FROM feed_stats ORDER BY symbol IS NULL, updates DESC, priceFeedId LIMIT ${most}`;
}

// Errors of loads contain file names, addresses and bodies of whoever loaded, so pages get only reasons and counts.
const withheld: Readonly<Record<string, string>> = {
  load_log: "CASE WHEN error IS NOT NULL THEN 'see feedbook status' END AS error",
  fault_examples: "NULL::VARCHAR AS example"
};

/** The tables that are always whole, in order. `publishFaults`: with the text of errors and examples. */
export function wholeTables(publishFaults: boolean): readonly WholeTable[] {
  return whole.map((table) => {
    const replaced = publishFaults ? undefined : withheld[table.name];
    return replaced === undefined ? table : {...table, sql: `SELECT * REPLACE (${replaced}) FROM (${table.sql})`};
  });
}

// Open events, then the newest of the others.
const newestEvents = `FROM (
    FROM ${ofFeeds("events")} ORDER BY endedAt IS NULL DESC, startedAt DESC, eventId LIMIT 1000
  ) ORDER BY startedAt, eventId`;

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
  {
    name: "feed_schedules",
    sql: `FROM ${ofFeeds("feed_schedules")} ORDER BY priceFeedId, marketSession, since`,
    time: null
  },
  {name: "market_state", sql: `FROM ${ofFeeds("market_state")} ORDER BY priceFeedId`, time: null},
  {name: "feed_splits", sql: `FROM ${ofFeeds("feed_splits")} ORDER BY priceFeedId, exDate`, time: null},
  {name: "feed_changes", sql: sqlOf("feed_changes"), time: "changedAt"},
  {name: "rules", sql: "FROM rules ORDER BY place", time: null},
  {name: "events", sql: newestEvents, time: "startedAt"},
  {name: "load_log", sql: `${log("load_log")} ORDER BY startedAt, loadId`, time: "startedAt"},
  {name: "latency_1h", sql: `${log("latency_1h")} ORDER BY endpoint, startedAt`, time: "startedAt"},
  {name: "latency_by_class", sql: `${log("latency_by_class")} ORDER BY assetType, fromMs`, time: null},
  {name: "fault_examples", sql: `${log("fault_examples")} ORDER BY kind, total DESC, reason, number`, time: null},
  {
    name: "field_changes",
    sql: "FROM (FROM field_changes ORDER BY startedAt DESC, field, change LIMIT 200) ORDER BY startedAt, field, change",
    time: "startedAt"
  }
];

function log(name: string): string {
  return `FROM (${sqlOf(name)}\n)`;
}

/** The tables that may be cut, the coarsest first. */
export const cutTables: readonly CutTable[] = [
  cutTable("bars_1d", "1d", 95),
  cutTable("sessions", "1d", 40, {time: "endedAt"}),
  cutTable("funding_1d", "1d", 95),
  cutTable("funding_intervals", "rare", 60),
  cutTable("bars_1h", "1h", 92),
  cutTable("funding_1h", "1h", 95),
  cutTable("quality_1h", "1h", 28, {aged: ofHours("quality_hours", "1")}),
  cutTable("gaps", "1h", 40, {time: "resumedAt"}),
  cutTable("bars_1m", "1m", 95, {aged: ofHours("bars_1h", "least(60, updates + carriedForward)")}),
  cutTable("prices", "raw", 81, {time: "publishedAt", aged: ofHours("bars_1h", held("updates + carriedForward"))}),
  cutTable("funding", "raw", 60, {time: "publishedAt", aged: ofHours("funding_1h", held("updates"))})
];

function cutTable(
  name: string,
  resolution: Resolution,
  bytes: number,
  {time = "startedAt", aged = {source: name, time, rows: "1"}}: {time?: string; aged?: CutTable["aged"]} = {}
): CutTable {
  return {name, resolution, bytes, time, aged};
}

function ofHours(source: string, rows: string): CutTable["aged"] {
  return {source, time: "startedAt", rows};
}

/** A number of updates of an hour, without hours whose updates were dropped. */
export function held(rows: string): string {
  return `CASE WHEN startedAt + INTERVAL 1 HOUR > firstPublishedAt THEN ${rows} ELSE 0 END`;
}

/** Query of the numbers of rows that the store has for the tables that may be cut, a column for each. */
export const storedSql = `SELECT
    (SELECT count(*) FROM feed_stats) AS feeds,
    ${cutTables
      .filter(({resolution}) => resolution !== "raw")
      .map(({name, aged}) => `(SELECT count(*) FROM ${aged.rows === "1" ? aged.source : name}) AS ${name},`)
      .join("\n    ")}
    coalesce(sum(rows), 0) AS prices,
    coalesce(sum(fundingRates), 0) AS funding
  FROM (FROM feed_held QUALIFY dated OR NOT bool_or(dated) OVER ())`;

/** The query that makes the table `snapshot_parts`. */
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
