import * as bookkeeping from "./bookkeeping.js";
import {entryIndex, response, type Table, tables} from "./tables.js";

/** How far the derived tables follow: what text they are made by, and the rows and responses that they know. Internal. */
export const derivedState: Table = {
  name: "derived_state",
  meaning: "How far the derived tables follow the store. Internal.",
  grain: "none; there is one row",
  columns: [
    {name: "definition", type: "VARCHAR", constraint: "NOT NULL", comment: "hash of the text that they are made by"},
    {name: "rows", type: "BIGINT", constraint: "NOT NULL", comment: "rows of feed_updates that they know [rows]"},
    {name: "responses", type: "BIGINT", constraint: "NOT NULL", comment: "responses that they know [responses]"},
    {name: "horizon", type: "TIMESTAMP", comment: "rows dated later are looked at again"}
  ]
};

/** One row per hour of a feed that the derived tables do not hold as it is. Internal. */
export const derivedStale: Table = {
  name: "derived_stale",
  meaning: "Every hour of a feed that the derived tables do not hold as it is. Internal.",
  grain: "(priceFeedId, hour); one can come twice",
  columns: [
    {name: "priceFeedId", type: "BIGINT", constraint: "NOT NULL", comment: "the feed"},
    {name: "hour", type: "TIMESTAMP", constraint: "NOT NULL", comment: "when the hour begins"}
  ]
};

/** One row per update that counts no more, as a later one is of the same feed and instant. Internal. */
export const supersededUpdates: Table = {
  name: "superseded_updates",
  meaning: "Every update that counts no more, as a later one is of the same feed and instant. Internal.",
  grain: "(responseId, entryIndex)",
  columns: [response, entryIndex]
};

/** What is held of each feed, of the updates that `derived_state` knows and that are dated (see `feed_held`). Internal. */
export const feedTotals: Table = {
  name: "feed_totals",
  meaning: "What is held of each feed, of the updates that derived_state knows and that are dated. Internal.",
  grain: "priceFeedId",
  columns: [
    {name: "priceFeedId", type: "BIGINT", constraint: "NOT NULL", comment: "the feed"},
    {name: "dated", type: "BOOLEAN", constraint: "NOT NULL", comment: "whether its updates have a date that can be"},
    {name: "rows", type: "BIGINT", constraint: "NOT NULL", comment: "updates [updates]"},
    {
      name: "fundingRates",
      type: "BIGINT",
      constraint: "NOT NULL",
      comment: "updates that have a funding rate [updates]"
    },
    {name: "firstPublishedAt", type: "TIMESTAMP", constraint: "NOT NULL", comment: "when the first was published"},
    {name: "lastPublishedAt", type: "TIMESTAMP", constraint: "NOT NULL", comment: "when the last was published"},
    {name: "exponent", type: "DOUBLE", comment: "the last that came [power of ten]"},
    {name: "exponentAt", type: "TIMESTAMP", comment: "when that was published"},
    {
      name: "feedUpdateTimestamp",
      type: "TIMESTAMP",
      comment: "when the feed last changed by itself, by the last update"
    },
    {name: "marketSession", type: "VARCHAR", comment: "the session of the last update"}
  ]
};

/** All tables of the store, but for those that are derived: those for everybody first. */
export const allTables: readonly Table[] = [
  ...tables,
  ...Object.values(bookkeeping),
  ...[derivedState, derivedStale, supersededUpdates, feedTotals]
];
