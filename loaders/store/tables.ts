import {columns as rowColumns} from "../rows/columns.js";

/** DuckDB types that the store's tables are made of. */
export type ColumnType = "BIGINT" | "BOOLEAN" | "DOUBLE" | "INTEGER" | "JSON" | "TIMESTAMP" | "UUID" | "VARCHAR";

/** A column of a table of the store. */
export interface TableColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly constraint?: string;
  /** What it means, with its unit at the end: `size of the body [bytes]`. */
  readonly comment: string;
}

/** A table of the store: its name, what a row is and is known by, and its columns in order. */
export interface Table {
  readonly name: string;
  readonly meaning: string;
  readonly grain: string;
  readonly columns: readonly TableColumn[];
}

const id = {type: "UUID", constraint: "NOT NULL"} as const;

/** The response that a row belongs to. */
export const response: TableColumn = {name: "responseId", ...id, comment: "the response; they sort by time"};
const place = "its place in the response, from 0";
export const entryIndex: TableColumn = {name: "entryIndex", type: "INTEGER", constraint: "NOT NULL", comment: place};

/** The load that a row belongs to. */
export const load: TableColumn = {name: "loadId", ...id, comment: "the load"};

/** One row per entry of `parsed.priceFeeds[]`: the 14 columns, then where the entry came from. */
export const feedUpdates: Table = {
  name: "feed_updates",
  meaning: "Every entry as it came: the service's 14 columns, then where it came from.",
  grain: "(responseId, entryIndex)",
  columns: [
    ...rowColumns,
    response,
    entryIndex,
    {name: "publishedAt", type: "TIMESTAMP", constraint: "NOT NULL", comment: "when it was published"},
    {name: "extra", type: "JSON", comment: "every field that is no column, as it came; null if there is none"}
  ]
};

/** One row per response received; `entries` = `rows` + `rejected`, always. */
export const responses: Table = {
  name: "responses",
  meaning: "Every response received; entries = rows + rejected, always.",
  grain: "responseId",
  columns: [
    response,
    load,
    {name: "endpoint", type: "VARCHAR", constraint: "NOT NULL", comment: "as it is called; file: a saved body"},
    {name: "baseUrl", type: "VARCHAR", constraint: "NOT NULL", comment: "the service's address"},
    {name: "requestedAt", type: "TIMESTAMP", constraint: "NOT NULL", comment: "when it was asked for"},
    {name: "receivedAt", type: "TIMESTAMP", constraint: "NOT NULL", comment: "when it was received"},
    {name: "publishedAt", type: "TIMESTAMP", constraint: "NOT NULL", comment: "timestampUs, else receivedAt"},
    {name: "httpStatus", type: "INTEGER", comment: "status of the answer; null for a saved body"},
    {name: "latencyMs", type: "DOUBLE", comment: "time from the request to the answer [ms]"},
    {name: "bodyBytes", type: "BIGINT", constraint: "NOT NULL", comment: "size of the body [bytes]"},
    {name: "bodyHash", type: "VARCHAR", constraint: "NOT NULL", comment: "what a saved body is known by"},
    {name: "request", type: "JSON", comment: "what was asked for"},
    {name: "entries", type: "INTEGER", constraint: "NOT NULL", comment: "entries in it: rows + rejected [entries]"},
    {name: "rows", type: "INTEGER", constraint: "NOT NULL", comment: "entries that became rows [entries]"},
    {
      name: "rejected",
      type: "INTEGER",
      constraint: "NOT NULL CHECK (entries = rows + rejected)",
      comment: "entries that did not [entries]"
    },
    {name: "missingFeeds", type: "JSON", comment: "feeds that were asked for and did not come"}
  ]
};

/** One row per entry that could not become a row. */
export const rejectedEntries: Table = {
  name: "rejected_entries",
  meaning: "Every entry that could not become a row.",
  grain: "(responseId, entryIndex)",
  columns: [
    response,
    entryIndex,
    {name: "reason", type: "VARCHAR", constraint: "NOT NULL", comment: "why it is no row"},
    {name: "entry", type: "JSON", constraint: "NOT NULL", comment: "the entry as it came"}
  ]
};

/**
 * One row per value that could not take its column's type and became null; of a response's time, which is when it was
 * received then, one with its first row.
 */
export const coercions: Table = {
  name: "coercions",
  meaning: "Every value that could not take its column's type and became null, or (publishedAt) when it was received.",
  grain: "(responseId, entryIndex, columnName)",
  columns: [
    response,
    entryIndex,
    {name: "priceFeedId", type: "BIGINT", constraint: "NOT NULL", comment: "the feed"},
    {name: "columnName", type: "VARCHAR", constraint: "NOT NULL", comment: "the column that it could not be"},
    {name: "value", type: "JSON", constraint: "NOT NULL", comment: "the value as it came"}
  ]
};

/** One row per run of a loader; `status` is running, done, failed or interrupted. */
export const loads: Table = {
  name: "loads",
  meaning: "Every run of a loader.",
  grain: "loadId",
  columns: [
    load,
    {name: "command", type: "VARCHAR", constraint: "NOT NULL", comment: "the command that ran"},
    {name: "startedAt", type: "TIMESTAMP", constraint: "NOT NULL", comment: "when it started"},
    {name: "finishedAt", type: "TIMESTAMP", comment: "when it ended; null while it runs"},
    {name: "status", type: "VARCHAR", constraint: "NOT NULL", comment: "running, done, failed or interrupted"},
    {name: "rows", type: "BIGINT", constraint: "NOT NULL", comment: "rows that it added [rows]"},
    {name: "rejected", type: "BIGINT", constraint: "NOT NULL", comment: "entries that it could not add [entries]"},
    {name: "error", type: "VARCHAR", comment: "why it failed"},
    {name: "sandbox", type: "BOOLEAN", constraint: "NOT NULL", comment: "whether the sandbox answered"}
  ]
};

/** One row per feed, from the catalogue. */
export const feeds: Table = {
  name: "feeds",
  meaning: "Every feed of the catalogue.",
  grain: "priceFeedId",
  columns: [
    {name: "priceFeedId", type: "BIGINT", constraint: "NOT NULL PRIMARY KEY", comment: "the feed"},
    {name: "symbol", type: "VARCHAR", comment: "name of the feed, such as Crypto.BTC/USD; it may be renamed"},
    {name: "name", type: "VARCHAR", comment: "short name"},
    {name: "assetType", type: "VARCHAR", comment: "class, such as crypto, fx, equity or funding-rate"},
    {name: "exponent", type: "INTEGER", comment: "exponent of the feed's mantissas [power of ten]"},
    {name: "minChannel", type: "VARCHAR", comment: "the fastest channel that has it"},
    {name: "state", type: "VARCHAR", comment: "stable, or why it has no price: coming_soon, beta, inactive"},
    {name: "fundingIntervalHours", type: "DOUBLE", comment: "funding interval of a funding feed [h]"},
    {name: "description", type: "VARCHAR", comment: "the catalogue's description"},
    {name: "updatedAt", type: "TIMESTAMP", constraint: "NOT NULL", comment: "when the catalogue was read"}
  ]
};

/** The tables of the store that are for everybody. */
export const tables: readonly Table[] = [feedUpdates, responses, rejectedEntries, coercions, loads, feeds];

/** The `CREATE TABLE` text of a table. */
export function createTable({name, columns}: Table): string {
  const lines = columns.map((column) => `  ${[column.name, column.type, column.constraint].filter(Boolean).join(" ")}`);
  return `CREATE TABLE ${name} (\n${lines.join(",\n")}\n);`;
}
