import {column, entryIndex, hour, load, nullable, priceFeedId, response, type Table, tables} from "./tables.js";

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
