/** A table of a snapshot, and how much of the store it holds. */
export interface SnapshotPart {
  name: string;
  rows: number;
  /** Rows that the store has for it. */
  storedRows: number;
  bytes: number;
  /** Whether it holds all that the store has. */
  whole: boolean;
  /** From when on every row of the store is in it; null for a table without times, and where none is. */
  since: string | null;
  /** When its last row is; null for a table without times, and for an empty one. */
  until: string | null;
}

/** A table that is written whole, however small the budget. */
export interface WholeTable {
  name: string;
  sql: string;
  time: string | null;
}

/** Tables of which the newest rows are written that fit. */
export interface CutTables {
  tables: readonly CutTable[];
  /** Where their rows are counted, by the column `time`. */
  source: string;
  time: string;
  /** Query of the `first` and `last` of these times. */
  span: string;
  /** The least share of what is left that they get, where others need the rest. */
  share: number;
}

/** One of them. `count` counts its rows in the source; `bytes` is what a row takes about, where no snapshot told it yet. */
export interface CutTable {
  name: string;
  count: string;
  bytes: number;
}

/** Those that are always whole, in their order: the others are cut to what they leave. */
export const wholeTables: readonly WholeTable[] = [
  {name: "meta", sql: "SELECT now()::TIMESTAMP AS snapshotAt, * FROM meta", time: null},
  {name: "feeds", sql: "FROM feed_stats ORDER BY priceFeedId", time: null},
  {name: "sessions", sql: "FROM sessions ORDER BY priceFeedId, startedAt", time: "startedAt"},
  {name: "bars_1d", sql: "FROM bars_1d ORDER BY priceFeedId, startedAt", time: "startedAt"}
];

/** The updates and what is made of them one by one: they share one window. */
export const rawTables: CutTables = {
  tables: [
    {name: "prices", count: "count(*)", bytes: 95},
    {name: "funding", count: "count(fundingRate)", bytes: 70}
  ],
  source: "dated_updates",
  time: "publishedAt",
  span: "SELECT firstPublishedAt AS first, lastPublishedAt AS last FROM snapshot.meta",
  share: 1
};

/** Those that may be cut, the coarsest first. */
export const cutTables: readonly CutTables[] = [
  barTable("bars_1h", {bytes: 100, share: 0.4}),
  barTable("quality_1h", {bytes: 45, share: 0.1}),
  barTable("bars_1m", {bytes: 95, share: 0.4}),
  rawTables
];

function barTable(name: string, {bytes, share}: {bytes: number; share: number}): CutTables {
  const span = `SELECT min(startedAt) AS first, max(startedAt) AS last FROM ${name}`;
  return {tables: [{name, count: "count(*)", bytes}], source: name, time: "startedAt", span, share};
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
