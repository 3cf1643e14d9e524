import {
  type ColumnType,
  coercions,
  failedResponses,
  feeds,
  feedUpdates,
  formerSymbols,
  loads,
  rejectedEntries,
  responses,
  type Table
} from "../store/tables.js";

/** A table of the lake that has what a response brought: in one folder per day of the response, UTC. */
export interface DailyTable {
  table: Table;
  /** How its rows are sorted within a file. */
  order: string;
}

/** Tables whose rows belong to a response. */
export const dailyTables: readonly DailyTable[] = [
  {table: responses, order: "responseId"},
  {table: feedUpdates, order: "priceFeedId, publishedAt, responseId, entryIndex"},
  {table: rejectedEntries, order: "responseId, entryIndex"},
  {table: coercions, order: "responseId, entryIndex"},
  {table: failedResponses, order: "responseId"}
];

/** A small table, of which the lake has every version that a row had; the last by `latest` is the row. */
export interface SmallTable {
  table: Table;
  key: string;
  /** Sorts the versions of a row, the last one first. */
  latest: string;
  /** Which rows are written: a running load still changes. */
  where: string;
}

/** Tables that are not of a day. */
export const smallTables: readonly SmallTable[] = [
  {table: loads, key: "loadId", latest: "finishedAt DESC, rows DESC", where: "status <> 'running'"},
  {table: feeds, key: "priceFeedId", latest: "updatedAt DESC", where: "true"},
  {table: formerSymbols, key: "symbol, priceFeedId", latest: "renamedAt DESC", where: "true"}
];

// Types that every engine reads alike: ids and JSON as text, instants with their zone, UTC.
const plainTypes: Partial<Record<ColumnType, string>> = {
  UUID: "VARCHAR",
  JSON: "VARCHAR",
  TIMESTAMP: "TIMESTAMP WITH TIME ZONE"
};

/** The columns of a table of the store as the lake has them, as a list of SQL. */
export function plainColumns({columns}: Table): string {
  return columns.map(({name, type}) => cast(name, plainTypes[type])).join(", ");
}

/** The type of a column in the lake, by its type in the store. */
export function plainType(type: ColumnType): string {
  return plainTypes[type] ?? type;
}

/** The columns of a table of the lake as the store has them, as a list of SQL; the session's zone is UTC. */
export function storeColumns({columns}: Table): string {
  return columns.map(({name, type}) => cast(name, plainTypes[type] && type)).join(", ");
}

/** The rows of a small table as they were last, in the columns of the store; `from` begins with FROM. */
export function latestRows({table, key, latest}: SmallTable, from: string): string {
  return `SELECT ${storeColumns(table)} ${from} QUALIFY row_number() OVER (PARTITION BY ${key} ORDER BY ${latest}) = 1`;
}

function cast(name: string, type: string | undefined): string {
  return type === undefined ? name : `${name}::${type} AS ${name}`;
}

/** The day of a response, as its folder is named. */
export const dayOf = "strftime(publishedAt, '%Y-%m-%d')";
