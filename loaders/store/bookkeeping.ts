import {load, response, type Table} from "./tables.js";

/** One row per migration that ran in the store. Internal. */
export const schemaMigrations: Table = {
  name: "schema_migrations",
  meaning: "Every change of the tables that the store went through. Internal.",
  grain: "version",
  columns: [
    {name: "version", type: "INTEGER", constraint: "NOT NULL", comment: "number of the change"},
    {name: "appliedAt", type: "TIMESTAMP", constraint: "NOT NULL", comment: "when it was made"}
  ]
};

/**
 * One row per running load that opens the store for each commit: which process runs it, so that its end is booked if the
 * process is gone. Internal.
 */
export const runningLoads: Table = {
  name: "running_loads",
  meaning: "Every running load that opens the store for each commit, and its process. Internal.",
  grain: "loadId",
  columns: [
    load,
    {name: "hostname", type: "VARCHAR", constraint: "NOT NULL", comment: "the machine that it runs on"},
    {name: "pid", type: "INTEGER", constraint: "NOT NULL", comment: "its process"},
    {name: "birth", type: "VARCHAR", comment: "when that process began, as the machine says it"}
  ]
};

/** One row per symbol that a feed had before it was renamed: who asks by it is warned of the new one. */
export const formerSymbols: Table = {
  name: "former_symbols",
  meaning: "Every symbol that a feed had before it was renamed.",
  grain: "(symbol, priceFeedId)",
  columns: [
    {name: "symbol", type: "VARCHAR", constraint: "NOT NULL", comment: "the symbol that it had"},
    {name: "priceFeedId", type: "BIGINT", constraint: "NOT NULL", comment: "the feed"},
    {name: "renamedAt", type: "TIMESTAMP", constraint: "NOT NULL", comment: "when that was seen"}
  ]
};

/** One row per response that should have held an update and did not: what is wrong with its body, and how that begins. */
export const failedResponses: Table = {
  name: "failed_responses",
  meaning: "Every response that should have held an update and did not.",
  grain: "responseId",
  columns: [
    response,
    {name: "problem", type: "VARCHAR", constraint: "NOT NULL", comment: "what is wrong with the body"},
    {name: "start", type: "VARCHAR", constraint: "NOT NULL", comment: "how the body begins"}
  ]
};

/**
 * One row per field of an endpoint's entries: its kinds of value when it last came, a feed that had it, and whether it
 * has stopped coming. Internal.
 */
export const knownFields: Table = {
  name: "known_fields",
  meaning: "Every field of an endpoint's entries, as it last came. Internal.",
  grain: "(endpoint, field)",
  columns: [
    {name: "endpoint", type: "VARCHAR", constraint: "NOT NULL", comment: "as it is called; file: a saved body"},
    {name: "field", type: "VARCHAR", constraint: "NOT NULL", comment: "name of the field"},
    {name: "kinds", type: "VARCHAR", constraint: "NOT NULL", comment: "kinds of value when it last came"},
    {name: "priceFeedId", type: "BIGINT", constraint: "NOT NULL", comment: "a feed that had it"},
    {name: "stopped", type: "BOOLEAN", constraint: "NOT NULL", comment: "whether it has stopped coming"}
  ]
};

/** One row per change of an endpoint's fields that a load came upon; `change` is new, stopped, back or kind. */
export const drift: Table = {
  name: "drift",
  meaning: "Every change of an endpoint's fields that a load came upon.",
  grain: "(loadId, endpoint, field, change)",
  columns: [
    load,
    {name: "endpoint", type: "VARCHAR", constraint: "NOT NULL", comment: "as it is called; file: a saved body"},
    {name: "field", type: "VARCHAR", constraint: "NOT NULL", comment: "name of the field"},
    {name: "change", type: "VARCHAR", constraint: "NOT NULL", comment: "new, stopped, back or kind"},
    {name: "was", type: "VARCHAR", comment: "kinds of value before"},
    {name: "now", type: "VARCHAR", comment: "kinds of value since"},
    {name: "priceFeedId", type: "BIGINT", constraint: "NOT NULL", comment: "a feed that had it"}
  ]
};

/**
 * One row per time that old updates were dropped: `before` is when the oldest that stayed were published (misdated ones
 * always stay), and the counts are of what went.
 */
export const retained: Table = {
  name: "retained",
  meaning: "Every time that old updates were dropped.",
  grain: "droppedAt",
  columns: [
    {name: "droppedAt", type: "TIMESTAMP", constraint: "NOT NULL", comment: "when it was done"},
    {name: "before", type: "TIMESTAMP", constraint: "NOT NULL", comment: "when the oldest that stayed were published"},
    {name: "rows", type: "BIGINT", constraint: "NOT NULL", comment: "updates dropped [rows]"},
    {name: "rejected", type: "BIGINT", constraint: "NOT NULL", comment: "rejected entries dropped [entries]"},
    {name: "coercions", type: "BIGINT", constraint: "NOT NULL", comment: "coercions dropped [values]"}
  ]
};

/** One row per hour of a feed whose updates were dropped: what is derived of it stays as it is, whatever comes later. */
export const droppedHours: Table = {
  name: "dropped_hours",
  meaning: "Every hour of a feed whose updates were dropped: what is derived of it stays as it is.",
  grain: "(priceFeedId, hour)",
  columns: [
    {name: "priceFeedId", type: "BIGINT", constraint: "NOT NULL", comment: "the feed"},
    {name: "hour", type: "TIMESTAMP", constraint: "NOT NULL", comment: "when the hour begins"}
  ]
};
