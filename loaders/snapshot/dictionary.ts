import {existsSync, readFileSync} from "node:fs";
import {type Description, readDescription} from "../database/query.js";
import {pyramidText} from "../derive/pyramid.js";
import {queryText} from "../derive/queries.js";
import {allTables} from "../store/internal-tables.js";
import {type Table, tables} from "../store/tables.js";
import {snapshotTables} from "./contents.js";

/** What tables, views and their columns mean, by name, as they are called in a store or in a snapshot. */
export interface Dictionary {
  /** Meaning, grain, source and example of a table or view, a line each; null if nothing says it. */
  table(name: string): string | null;
  /** Meaning of a column, with its unit at the end in brackets; null if nothing says it. */
  column(table: string, name: string): string | null;
  /** The columns that a `.sql` file or a table's definition names, in their order. */
  columns(table: string): string[];
}

const folders = ["../derive/sql/", "../derive/tables/", "./sql/"].map((folder) => new URL(folder, import.meta.url));

/** The dictionary of a store. Of everything that is derived, a `.sql` file says it, at its head. */
export const storeDictionary: Dictionary = dictionaryOf(allTables, {});

/** The dictionary of a snapshot, which has feeds with what the store holds of them. */
export const snapshotDictionary: Dictionary = dictionaryOf([...snapshotTables, ...tables], {feeds: "feed_stats"});

function dictionaryOf(written: readonly Table[], renamed: Readonly<Record<string, string>>): Dictionary {
  const known = new Map<string, Description | null>(written.map((table) => [table.name, descriptionOf(table)]));
  const find = (name: string): Description | null => {
    const found = known.get(name) ?? readFile(name);
    known.set(name, found);
    return found;
  };
  const meaningOf = (table: string, column: string): string | null => {
    const {columns, as = []} = find(table) ?? {};
    return columns?.get(column) ?? first(as, (other) => meaningOf(other, column));
  };
  return {
    table: (name) => textOf(find(renamed[name] ?? name)),
    column: (table, name) => meaningOf(renamed[table] ?? table, name),
    columns: (name) => [...(find(renamed[name] ?? name)?.columns.keys() ?? [])]
  };
}

function descriptionOf({meaning, grain, columns}: Table): Description {
  const comments = new Map(columns.map(({name, comment}) => [name, comment]));
  return {meaning, grain, source: "", example: "", columns: comments, as: []};
}

function readFile(name: string): Description | null {
  const file = folders.map((folder) => new URL(`${name}.sql`, folder)).find((url) => existsSync(url));
  const text = file ? readFileSync(file, "utf8") : (pyramidText(name) ?? queryText(name));
  return text === null ? null : readDescription(text);
}

function textOf(description: Description | null): string | null {
  if (description === null) return null;
  const {meaning, grain, source, example} = description;
  const parts = Object.entries({Grain: grain, Source: source, Example: example}).filter(([, text]) => text !== "");
  return [meaning, ...parts.map(([name, text]) => `${name}: ${text}`)].join("\n");
}

function first(names: readonly string[], find: (name: string) => string | null): string | null {
  for (const name of names) {
    const found = find(name);
    if (found !== null) return found;
  }
  return null;
}
