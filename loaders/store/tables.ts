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
const hour = column("hour", "TIMESTAMP", "when the hour begins");

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
    column("updatedAt", "TIMESTAMP", "when the catalogue was read")
  ]
};

/** The public tables of the store. */
export const tables: readonly Table[] = [feedUpdates, responses, rejectedEntries, coercions, loads, feeds];

export const derivedState: Table = {
  name: "derived_state",
  meaning: "How far the derived tables follow the store. Internal.",
  grain: "none; there is one row",
  columns: [
    column("definition", "VARCHAR", "hash of the text that they are made by"),
    column("rows", "BIGINT", "rows of feed_updates that they know [rows]"),
    column("responses", "BIGINT", "responses that they know [responses]"),
    nullable("horizon", "TIMESTAMP", "rows dated later are looked at again")
  ]
};

// Without them, `status` takes seconds. `quality_hours` cannot give them: it counts an instant once and keeps dropped hours.
export const feedTotals: Table = {
  name: "feed_totals",
  meaning: "Totals of each feed, over the dated updates that derived_state counts. Internal.",
  grain: "priceFeedId",
  columns: [
    priceFeedId,
    column("dated", "BOOLEAN", "whether its updates have a date that can be"),
    column("rows", "BIGINT", "updates [updates]"),
    column("fundingRates", "BIGINT", "updates that have a funding rate [updates]"),
    column("firstPublishedAt", "TIMESTAMP", "when the first was published"),
    column("lastPublishedAt", "TIMESTAMP", "when the last was published"),
    nullable("exponent", "DOUBLE", "the last that came [power of ten]"),
    nullable("exponentAt", "TIMESTAMP", "when that was published"),
    nullable("feedUpdateTimestamp", "TIMESTAMP", "when the feed last changed by itself, by the last update"),
    nullable("marketSession", "VARCHAR", "the session of the last update")
  ]
};

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

/** All tables of the store except the derived ones, the public ones first. */
export const allTables: readonly Table[] = [
  ...tables,
  ...[derivedState, feedTotals, formerSymbols, failedResponses],
  {
    name: "schema_migrations",
    meaning: "Every change of the tables that the store went through. Internal.",
    grain: "version",
    columns: [
      column("version", "INTEGER", "number of the change"),
      column("appliedAt", "TIMESTAMP", "when it was made")
    ]
  },
  {
    name: "running_loads",
    meaning: "Every running load that opens the store for each commit, and its process. Internal.",
    grain: "loadId",
    columns: [
      load,
      column("hostname", "VARCHAR", "the machine that it runs on"),
      column("pid", "INTEGER", "its process"),
      nullable("birth", "VARCHAR", "when that process began, as its system reports it")
    ]
  },
  {
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
  },
  {
    name: "dropped_hours",
    meaning: "Every hour of a feed whose updates were dropped; its derived rows stay.",
    grain: "(priceFeedId, hour)",
    columns: [priceFeedId, hour]
  },
  {
    name: "derived_stale",
    meaning: "Every hour of a feed that must be derived again. Internal.",
    grain: "(priceFeedId, hour); one can come twice",
    columns: [priceFeedId, hour]
  },
  {
    name: "superseded_updates",
    meaning: "Every update that a later one of the same feed and instant replaces. Internal.",
    grain: "(responseId, entryIndex)",
    columns: [response, entryIndex]
  },
  {
    name: "shipping",
    meaning: "The cluster that the store is shipped to. Internal.",
    grain: "none; there is one row once the store is shipped",
    columns: [
      column("cluster", "VARCHAR", "address of the cluster"),
      column("startedAt", "TIMESTAMP", "when shipping, or the last repair of the cluster, began"),
      nullable("shippedAt", "TIMESTAMP", "when the last shipment ended")
    ]
  },
  {
    name: "unshipped",
    meaning: "Every response that the cluster does not have yet. Internal.",
    grain: "responseId; one can come twice",
    columns: [response, nullable("again", "BOOLEAN", "whether the cluster may have other rows of it")]
  },
  {
    name: "unkept_hours",
    meaning: "Every hour of a feed whose bars and quality the cluster must make again. Internal.",
    grain: "(priceFeedId, hour); one can come twice",
    columns: [priceFeedId, hour]
  }
];

/** The `CREATE TABLE` text of a table. */
export function createTable({name, columns}: Table): string {
  const lines = columns.map((column) => `  ${[column.name, column.type, column.constraint].filter(Boolean).join(" ")}`);
  return `CREATE TABLE ${name} (\n${lines.join(",\n")}\n);`;
}
