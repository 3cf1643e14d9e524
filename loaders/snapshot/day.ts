import type {DuckDBConnection} from "@duckdb/node-api";
import {sum} from "d3-array";
import {queryRecords} from "../database/query.js";
import {type CutTables, minuteBars, rawTables} from "./parts.js";
import type {RowBytes} from "./window.js";

/** What the newest day takes, and in which tables. */
export interface Day {
  cut: CutTables;
  bytes: number;
}

const minutes = 24 * 60 + 5; // what pages open with, and some more, as rows are cut at whole minutes
const margin = 1.05; // rows may take more than was thought

/** The newest day of all feeds, which pages open with: its bars of a minute, or its updates where those are not twice as many. */
export async function newestDay(connection: DuckDBConnection, bytes: RowBytes): Promise<Day> {
  const bars = await dayOf(connection, minuteBars, bytes);
  const updates = await dayOf(connection, rawTables, bytes);
  return 2 * bars.rows > updates.rows ? updates : bars;
}

async function dayOf(connection: DuckDBConnection, cut: CutTables, bytes: RowBytes): Promise<Day & {rows: number}> {
  const columns = cut.tables.map(({name, count}) => `${count} AS ${name}`).join();
  const [held] = await queryRecords(connection, `SELECT last FROM (${cut.span})`);
  if (typeof held?.last !== "string") return {cut, bytes: 0, rows: 0};
  const since = `TIMESTAMP '${held.last}' - INTERVAL ${minutes} MINUTE`;
  const [rows = {}] = await queryRecords(
    connection,
    `SELECT ${columns} FROM ${cut.source} WHERE ${cut.time} >= ${since}`
  );
  const taken = sum(cut.tables, (table) => Number(rows[table.name]) * (bytes[table.name] ?? table.bytes));
  return {cut, bytes: margin * taken, rows: Number(rows[cut.tables[0]?.name ?? ""])};
}
