import {columns as rowColumns} from "../rows/columns.js";

/** DuckDB types that the store's tables are made of. */
export type ColumnType = "BIGINT" | "BOOLEAN" | "DOUBLE" | "INTEGER" | "JSON" | "TIMESTAMP" | "UUID" | "VARCHAR";

/** A column of a table of the store. */
export interface TableColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly constraint?: string;
}

/** A table of the store: its name and columns in order. */
export interface Table {
  readonly name: string;
  readonly columns: readonly TableColumn[];
}

/** The response that a row belongs to. */
export const response: TableColumn = {name: "responseId", type: "UUID", constraint: "NOT NULL"};
const entryIndex: TableColumn = {name: "entryIndex", type: "INTEGER", constraint: "NOT NULL"};

/** The load that a row belongs to. */
export const load: TableColumn = {name: "loadId", type: "UUID", constraint: "NOT NULL"};

/** One row per entry of `parsed.priceFeeds[]`: the 14 columns, then where the entry came from. */
export const feedUpdates: Table = {
  name: "feed_updates",
  columns: [
    ...rowColumns,
    response,
    entryIndex,
    {name: "publishedAt", type: "TIMESTAMP", constraint: "NOT NULL"},
    {name: "extra", type: "JSON"}
  ]
};

/** One row per response received; `entries` = `rows` + `rejected`, always. */
export const responses: Table = {
  name: "responses",
  columns: [
    response,
    load,
    {name: "endpoint", type: "VARCHAR", constraint: "NOT NULL"},
    {name: "baseUrl", type: "VARCHAR", constraint: "NOT NULL"},
    {name: "requestedAt", type: "TIMESTAMP", constraint: "NOT NULL"},
    {name: "receivedAt", type: "TIMESTAMP", constraint: "NOT NULL"},
    {name: "publishedAt", type: "TIMESTAMP", constraint: "NOT NULL"},
    {name: "httpStatus", type: "INTEGER"},
    {name: "latencyMs", type: "DOUBLE"},
    {name: "bodyBytes", type: "BIGINT", constraint: "NOT NULL"},
    {name: "bodyHash", type: "VARCHAR", constraint: "NOT NULL"},
    {name: "request", type: "JSON"},
    {name: "entries", type: "INTEGER", constraint: "NOT NULL"},
    {name: "rows", type: "INTEGER", constraint: "NOT NULL"},
    {name: "rejected", type: "INTEGER", constraint: "NOT NULL CHECK (entries = rows + rejected)"},
    {name: "missingFeeds", type: "JSON"}
  ]
};

/** One row per entry that could not become a row. */
export const rejectedEntries: Table = {
  name: "rejected_entries",
  columns: [
    response,
    entryIndex,
    {name: "reason", type: "VARCHAR", constraint: "NOT NULL"},
    {name: "entry", type: "JSON", constraint: "NOT NULL"}
  ]
};

/** One row per value that could not take its column's type and became null. */
export const coercions: Table = {
  name: "coercions",
  columns: [
    response,
    entryIndex,
    {name: "priceFeedId", type: "BIGINT", constraint: "NOT NULL"},
    {name: "columnName", type: "VARCHAR", constraint: "NOT NULL"},
    {name: "value", type: "JSON", constraint: "NOT NULL"}
  ]
};

/** One row per run of a loader; `status` is running, done, failed or interrupted. */
export const loads: Table = {
  name: "loads",
  columns: [
    load,
    {name: "command", type: "VARCHAR", constraint: "NOT NULL"},
    {name: "startedAt", type: "TIMESTAMP", constraint: "NOT NULL"},
    {name: "finishedAt", type: "TIMESTAMP"},
    {name: "status", type: "VARCHAR", constraint: "NOT NULL"},
    {name: "rows", type: "BIGINT", constraint: "NOT NULL"},
    {name: "rejected", type: "BIGINT", constraint: "NOT NULL"},
    {name: "error", type: "VARCHAR"},
    {name: "sandbox", type: "BOOLEAN", constraint: "NOT NULL"}
  ]
};

/** One row per feed, from the catalogue. */
export const feeds: Table = {
  name: "feeds",
  columns: [
    {name: "priceFeedId", type: "BIGINT", constraint: "NOT NULL PRIMARY KEY"},
    {name: "symbol", type: "VARCHAR"},
    {name: "name", type: "VARCHAR"},
    {name: "assetType", type: "VARCHAR"},
    {name: "exponent", type: "INTEGER"},
    {name: "minChannel", type: "VARCHAR"},
    {name: "state", type: "VARCHAR"},
    {name: "fundingIntervalHours", type: "DOUBLE"},
    {name: "description", type: "VARCHAR"},
    {name: "updatedAt", type: "TIMESTAMP", constraint: "NOT NULL"}
  ]
};

/** The tables of the store that are for everybody. */
export const tables: readonly Table[] = [feedUpdates, responses, rejectedEntries, coercions, loads, feeds];

/** The `CREATE TABLE` text of a table. */
export function createTable({name, columns}: Table): string {
  const lines = columns.map((column) => `  ${[column.name, column.type, column.constraint].filter(Boolean).join(" ")}`);
  return `CREATE TABLE ${name} (\n${lines.join(",\n")}\n);`;
}
