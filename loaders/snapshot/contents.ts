import type {Table, TableColumn} from "../store/tables.js";

const place: TableColumn = {name: "place", type: "VARCHAR", comment: "snapshot or store"};

/** Tables that a snapshot has of its own: what it holds, and what all of it means. */
export const snapshotTables: readonly Table[] = [
  {
    name: "snapshot_parts",
    meaning: "How much of the store each table of the snapshot holds.",
    grain: "name",
    columns: [
      {name: "name", type: "VARCHAR", comment: "the table"},
      {name: "rows", type: "BIGINT", comment: "rows that the snapshot has [rows]"},
      {name: "storedRows", type: "BIGINT", comment: "rows that the store has [rows]"},
      {name: "bytes", type: "BIGINT", comment: "what it takes in the snapshot [bytes]"},
      {name: "whole", type: "BOOLEAN", comment: "whether it holds all that the store has of the snapshot's feeds"},
      {name: "since", type: "TIMESTAMP", comment: "from when on every row of the store is in it"},
      {name: "until", type: "TIMESTAMP", comment: "when its last row is"}
    ]
  },
  {
    name: "data_tables",
    meaning: "What every table, view and named query means, of the snapshot and of the store that it was made of.",
    grain: "(place, name)",
    columns: [
      place,
      {name: "name", type: "VARCHAR", comment: "the table, view or named query"},
      {name: "kind", type: "VARCHAR", comment: "table, view or query"},
      {name: "rows", type: "BIGINT", comment: "rows of a table of the store, else null [rows]"},
      {name: "comment", type: "VARCHAR", comment: "what it means, with grain, source and example, a line each"}
    ]
  },
  {
    name: "data_columns",
    meaning:
      "What every column means, of the snapshot and of the store that it was made of, and every argument of a named query.",
    grain: "(place, tableName, argument, name)",
    columns: [
      place,
      {name: "tableName", type: "VARCHAR", comment: "the table, view or named query"},
      {name: "position", type: "INTEGER", comment: "place by which columns are in order"},
      {name: "name", type: "VARCHAR", comment: "the column or argument"},
      {name: "type", type: "VARCHAR", comment: "its type in DuckDB; null of a named query's columns"},
      {name: "argument", type: "BOOLEAN", comment: "whether it is an argument"},
      {name: "usual", type: "VARCHAR", comment: "what an argument is where it is left out; null if it has to be given"},
      {name: "comment", type: "VARCHAR", comment: "what it means, with its unit at the end in brackets"}
    ]
  }
];
