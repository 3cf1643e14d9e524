import {load, response, type Table} from "./tables.js";

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

/**
 * One row per time that old updates were dropped: `before` is when the oldest that stayed were published (misdated ones
 * always stay), and the counts are of what went.
 */
export const retained: Table = {
  name: "retained",
  columns: [
    {name: "droppedAt", type: "TIMESTAMP", constraint: "NOT NULL"},
    {name: "before", type: "TIMESTAMP", constraint: "NOT NULL"},
    {name: "rows", type: "BIGINT", constraint: "NOT NULL"},
    {name: "rejected", type: "BIGINT", constraint: "NOT NULL"},
    {name: "coercions", type: "BIGINT", constraint: "NOT NULL"}
  ]
};

/** One row per hour of a feed whose updates were dropped: what is derived of it stays as it is, whatever comes later. */
export const droppedHours: Table = {
  name: "dropped_hours",
  columns: [
    {name: "priceFeedId", type: "BIGINT", constraint: "NOT NULL"},
    {name: "hour", type: "TIMESTAMP", constraint: "NOT NULL"}
  ]
};
