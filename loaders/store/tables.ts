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

const response: TableColumn = {name: "responseId", type: "UUID", constraint: "NOT NULL"};
const entryIndex: TableColumn = {name: "entryIndex", type: "INTEGER", constraint: "NOT NULL"};
const load: TableColumn = {name: "loadId", type: "UUID", constraint: "NOT NULL"};

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

/**
 * One row per running load that opens the store for each commit: which process runs it, so that its end is booked if the
 * process is gone. Internal.
 */
export const runningLoads: Table = {
  name: "running_loads",
  columns: [
    load,
    {name: "hostname", type: "VARCHAR", constraint: "NOT NULL"},
    {name: "pid", type: "INTEGER", constraint: "NOT NULL"},
    {name: "birth", type: "VARCHAR"}
  ]
};

/** One row per symbol that a feed had before it was renamed: ids stay the key, and who asks by the old symbol is told. */
export const formerSymbols: Table = {
  name: "former_symbols",
  columns: [
    {name: "symbol", type: "VARCHAR", constraint: "NOT NULL"},
    {name: "priceFeedId", type: "BIGINT", constraint: "NOT NULL"},
    {name: "renamedAt", type: "TIMESTAMP", constraint: "NOT NULL"}
  ]
};

/** One row per response that should have held an update and did not: what is wrong with its body, and how that begins. */
export const failedResponses: Table = {
  name: "failed_responses",
  columns: [
    response,
    {name: "problem", type: "VARCHAR", constraint: "NOT NULL"},
    {name: "start", type: "VARCHAR", constraint: "NOT NULL"}
  ]
};

/**
 * One row per field of an endpoint's entries: its kinds of value when it last came, a feed that had it, and whether it
 * has stopped coming. Internal.
 */
export const knownFields: Table = {
  name: "known_fields",
  columns: [
    {name: "endpoint", type: "VARCHAR", constraint: "NOT NULL"},
    {name: "field", type: "VARCHAR", constraint: "NOT NULL"},
    {name: "kinds", type: "VARCHAR", constraint: "NOT NULL"},
    {name: "priceFeedId", type: "BIGINT", constraint: "NOT NULL"},
    {name: "stopped", type: "BOOLEAN", constraint: "NOT NULL"}
  ]
};

/** One row per change of an endpoint's fields that a load came upon; `change` is new, stopped, back or kind. */
export const drift: Table = {
  name: "drift",
  columns: [
    load,
    {name: "endpoint", type: "VARCHAR", constraint: "NOT NULL"},
    {name: "field", type: "VARCHAR", constraint: "NOT NULL"},
    {name: "change", type: "VARCHAR", constraint: "NOT NULL"},
    {name: "was", type: "VARCHAR"},
    {name: "now", type: "VARCHAR"},
    {name: "priceFeedId", type: "BIGINT", constraint: "NOT NULL"}
  ]
};

/** How far the derived tables follow: what text they are made by, and the rows and responses that they know. Internal. */
export const derivedState: Table = {
  name: "derived_state",
  columns: [
    {name: "definition", type: "VARCHAR", constraint: "NOT NULL"},
    {name: "rows", type: "BIGINT", constraint: "NOT NULL"},
    {name: "responses", type: "BIGINT", constraint: "NOT NULL"},
    {name: "horizon", type: "TIMESTAMP"}
  ]
};

/** One row per hour of a feed that the derived tables do not hold as it is. Internal. */
export const derivedStale: Table = {
  name: "derived_stale",
  columns: [
    {name: "priceFeedId", type: "BIGINT", constraint: "NOT NULL"},
    {name: "hour", type: "TIMESTAMP", constraint: "NOT NULL"}
  ]
};

/** The tables of the store that are for everybody. */
export const tables: readonly Table[] = [feedUpdates, responses, rejectedEntries, coercions, loads, feeds];

/** The `CREATE TABLE` text of a table. */
export function createTable({name, columns}: Table): string {
  const lines = columns.map((column) => `  ${[column.name, column.type, column.constraint].filter(Boolean).join(" ")}`);
  return `CREATE TABLE ${name} (\n${lines.join(",\n")}\n);`;
}
