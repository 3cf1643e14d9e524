import {sqlText} from "../sql/list.js";
import {type Description, readDescription} from "../store/database/query.js";
import {describedTables, type Table, type TableColumn, tables} from "../store/tables.js";

const place: TableColumn = {name: "place", type: "VARCHAR", comment: "snapshot or store"};

/** Tables that only a snapshot has: its share of the store, and the meaning of its tables and columns. */
export const snapshotTables: readonly Table[] = [
  {
    name: "snapshot_parts",
    meaning: "How much of the store each table of the snapshot holds.",
    grain: "name",
    columns: [
      {name: "name", type: "VARCHAR", comment: "the table"},
      {name: "rows", type: "BIGINT", comment: "rows that the snapshot has [rows]"},
      {name: "storedRows", type: "BIGINT", comment: "rows that the store has [rows]"},
      {name: "bytes", type: "BIGINT", comment: "size in the snapshot [bytes]"},
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
      {name: "comment", type: "VARCHAR", comment: "meaning, grain, source and example, a line each"}
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
      {name: "comment", type: "VARCHAR", comment: "meaning, with the unit at the end in brackets"}
    ]
  }
];

/** The meaning of tables, views and their columns, by their names in a store or in a snapshot. */
export interface Dictionary {
  /** Meaning, grain, source and example of a table or view, a line each; null if it is not described. */
  table(name: string): string | null;
  /** Meaning of a column, with its unit at the end in brackets; null if it is not described. */
  column(table: string, name: string): string | null;
}

/** The dictionary of a store. Derived tables and views are described at the head of their `.sql` files. */
export const storeDictionary: Dictionary = dictionaryOf(describedTables, {});

/** The dictionary of a snapshot, whose table `feeds` is `feed_stats` of the store. */
export const snapshotDictionary: Dictionary = dictionaryOf([...snapshotTables, ...tables], {feeds: "feed_stats"});

function dictionaryOf(written: readonly Table[], renamed: Readonly<Record<string, string>>): Dictionary {
  const known = new Map<string, Description | null>(written.map((table) => [table.name, descriptionOf(table)]));
  const find = (name: string): Description | null => {
    if (!known.has(name)) {
      const text = sqlText(name);
      known.set(name, text === null ? null : readDescription(text));
    }
    return known.get(name) ?? null;
  };
  const meaningOf = (table: string, column: string): string | null => {
    const {columns, as = []} = find(table) ?? {};
    return columns?.get(column) ?? as.map((other) => meaningOf(other, column)).find((found) => found !== null) ?? null;
  };
  return {
    table: (name) => textOf(find(renamed[name] ?? name)),
    column: (table, name) => meaningOf(renamed[table] ?? table, name)
  };
}

function descriptionOf({meaning, grain, columns}: Table): Description {
  const comments = new Map(columns.map(({name, comment}) => [name, comment]));
  return {meaning, grain, source: "", example: "", columns: comments, as: []};
}

function textOf(description: Description | null): string | null {
  if (description === null) return null;
  const {meaning, grain, source, example} = description;
  const parts = Object.entries({Grain: grain, Source: source, Example: example}).filter(([, text]) => text !== "");
  return [meaning, ...parts.map(([name, text]) => `${name}: ${text}`)].join("\n");
}

/** The first sentence of a table's meaning. */
export function firstSentence(comment: string): string {
  return /^.*?(?:\.(?=\s)|$)/m.exec(comment)?.[0] ?? "";
}
