import {type Column, columns as rowColumns} from "../parse/columns.js";

/** DuckDB types of the store's columns. */
export type ColumnType = "BIGINT" | "BOOLEAN" | "DOUBLE" | "INTEGER" | "JSON" | "TIMESTAMP" | "UUID" | "VARCHAR";

/** A column of a table of the store. */
export interface TableColumn extends Omit<Column, "type"> {
  readonly type: ColumnType;
}

/** A table of the store, and its columns in order. */
export interface Table {
  readonly name: string;
  readonly meaning: string;
  /** The columns that identify a row. */
  readonly grain: string;
  readonly columns: readonly TableColumn[];
}

function column(name: string, type: ColumnType, comment: string, further = ""): TableColumn {
  return {name, type, constraint: `NOT NULL ${further}`.trim(), comment};
}

function nullable(name: string, type: ColumnType, comment: string): TableColumn {
  return {name, type, comment};
}

const response = column("responseId", "UUID", "the response; they sort by time");
const entryIndex = column("entryIndex", "INTEGER", "its place in the response, from 0");
const load = column("loadId", "UUID", "the load");
const priceFeedId = column("priceFeedId", "BIGINT", "the feed");

export const feedUpdates: Table = {
  name: "feed_updates",
  meaning: "Every entry, unchanged: the service's columns, then its response.",
  grain: "(responseId, entryIndex)",
  columns: [
    ...rowColumns,
    response,
    entryIndex,
    column("publishedAt", "TIMESTAMP", "when it was published"),
    nullable("extra", "JSON", "fields without a column, unchanged; null if there are none")
  ]
};

export const responses: Table = {
  name: "responses",
  meaning: "Every response received; entries = rows + rejected, always.",
  grain: "responseId",
  columns: [
    response,
    load,
    column("endpoint", "VARCHAR", "as it is called; file: a saved body"),
    column("baseUrl", "VARCHAR", "the service's address"),
    column("requestedAt", "TIMESTAMP", "when the request was sent"),
    column("receivedAt", "TIMESTAMP", "when it was received"),
    column("publishedAt", "TIMESTAMP", "timestampUs, else receivedAt"),
    nullable("httpStatus", "INTEGER", "status of the answer; null for a saved body"),
    nullable("latencyMs", "DOUBLE", "time from the request to the answer [ms]"),
    column("bodyBytes", "BIGINT", "size of the body [bytes]"),
    column("bodyHash", "VARCHAR", "SHA-256 of the body"),
    nullable("request", "JSON", "the request"),
    column("entries", "INTEGER", "entries in it: rows + rejected [entries]"),
    column("rows", "INTEGER", "entries that became rows [entries]"),
    column("rejected", "INTEGER", "entries that did not become rows [entries]", "CHECK (entries = rows + rejected)"),
    nullable("missingFeeds", "JSON", "requested feeds that are missing")
  ]
};

export const rejectedEntries: Table = {
  name: "rejected_entries",
  meaning: "Every entry that could not become a row.",
  grain: "(responseId, entryIndex)",
  columns: [
    response,
    entryIndex,
    column("reason", "VARCHAR", "why it could not become a row"),
    column("entry", "JSON", "the entry, unchanged")
  ]
};

// A response's time is listed once, with its first row.
export const coercions: Table = {
  name: "coercions",
  meaning: "Every value that could not take its column's type and became null, or (publishedAt) when it was received.",
  grain: "(responseId, entryIndex, columnName)",
  columns: [
    response,
    entryIndex,
    priceFeedId,
    column("columnName", "VARCHAR", "the column that it does not fit"),
    column("value", "JSON", "the value, unchanged")
  ]
};

export const loads: Table = {
  name: "loads",
  meaning: "Every run of a loader.",
  grain: "loadId",
  columns: [
    load,
    column("command", "VARCHAR", "the command that ran"),
    column("startedAt", "TIMESTAMP", "when it started"),
    nullable("finishedAt", "TIMESTAMP", "when it ended; null while it runs"),
    column("status", "VARCHAR", "running, done, failed or interrupted"),
    column("rows", "BIGINT", "rows that it added [rows]"),
    column("rejected", "BIGINT", "entries that it could not add [entries]"),
    nullable("error", "VARCHAR", "why it failed"),
    column("sandbox", "BOOLEAN", "whether the sandbox answered")
  ]
};

export const feeds: Table = {
  name: "feeds",
  meaning: "Every feed of the catalogue.",
  grain: "priceFeedId",
  columns: [
    column("priceFeedId", "BIGINT", "the feed", "PRIMARY KEY"),
    nullable("symbol", "VARCHAR", "name of the feed, such as Crypto.BTC/USD; it may be renamed"),
    nullable("name", "VARCHAR", "short name"),
    nullable("assetType", "VARCHAR", "class, such as crypto, fx, equity or funding-rate"),
    nullable("exponent", "INTEGER", "exponent of the feed's mantissas [power of ten]"),
    nullable("minChannel", "VARCHAR", "the fastest channel that has it"),
    nullable("state", "VARCHAR", "stable, or why it has no price: coming_soon, beta, inactive"),
    nullable("fundingIntervalHours", "DOUBLE", "funding interval of a funding feed [h]"),
    nullable("description", "VARCHAR", "the catalogue's description"),
    column("updatedAt", "TIMESTAMP", "when the catalogue was read"),
    nullable("minPublishers", "INTEGER", "publishers that a price needs [publishers]"),
    nullable("quoteCurrency", "VARCHAR", "currency or unit of its prices"),
    nullable("instrumentType", "VARCHAR", "such as spot, future, perp, rate, index or nav"),
    nullable("expiresAt", "TIMESTAMP", "when a dated future expires"),
    nullable("schedule", "VARCHAR", "hours of the regular session: zone;Mon,…,Sun;holidays"),
    nullable("more", "JSON", "all other fields of the catalogue's entry, unchanged; null if no catalogue listed it")
  ]
};

export const feedChanges: Table = {
  name: "feed_changes",
  meaning: "Every change of a feed's entry in the catalogue since it was first listed.",
  grain: "(priceFeedId, changedAt, columnName)",
  columns: [
    column("changedAt", "TIMESTAMP", "when the catalogue with the new value was read"),
    priceFeedId,
    column("columnName", "VARCHAR", "the column of feeds, or the field of its column more"),
    nullable("before", "VARCHAR", "the value until then, as JSON; null if there was none"),
    nullable("after", "VARCHAR", "the value since then, as JSON; null if there is none")
  ]
};

/** The public tables of the store. */
export const tables: readonly Table[] = [
  ...[feedUpdates, responses, rejectedEntries, coercions, loads],
  ...[feeds, feedChanges]
];

export const formerSymbols: Table = {
  name: "former_symbols",
  meaning: "Every symbol that a feed had before it was renamed.",
  grain: "(symbol, priceFeedId)",
  columns: [
    column("symbol", "VARCHAR", "the symbol that it had"),
    priceFeedId,
    column("renamedAt", "TIMESTAMP", "when that was seen")
  ]
};

export const failedResponses: Table = {
  name: "failed_responses",
  meaning: "Every response without the expected update.",
  grain: "responseId",
  columns: [
    response,
    column("problem", "VARCHAR", "the problem of the body"),
    column("start", "VARCHAR", "how the body begins")
  ]
};

const retained: Table = {
  name: "retained",
  meaning: "Every time that old updates were dropped.",
  grain: "droppedAt",
  columns: [
    column("droppedAt", "TIMESTAMP", "when it was done"),
    column("before", "TIMESTAMP", "when the oldest that stayed were published"),
    column("rows", "BIGINT", "updates dropped [rows]"),
    column("rejected", "BIGINT", "rejected entries dropped [entries]"),
    column("coercions", "BIGINT", "coercions dropped [values]")
  ]
};

const droppedHours: Table = {
  name: "dropped_hours",
  meaning: "Every hour of a feed whose updates were dropped; its derived rows stay.",
  grain: "(priceFeedId, hour)",
  columns: [priceFeedId, column("hour", "TIMESTAMP", "when the hour begins")]
};

/** The tables of the store that `/data` describes; tables of migrations, derivations and shipments are internal. */
export const describedTables: readonly Table[] = [...tables, formerSymbols, failedResponses, retained, droppedHours];

/** The `CREATE TABLE` text of a table. */
export function createTable({name, columns}: Table): string {
  const lines = columns.map((column) => `  ${[column.name, column.type, column.constraint].filter(Boolean).join(" ")}`);
  return `CREATE TABLE ${name} (\n${lines.join(",\n")}\n);`;
}
