import type {DuckDBConnection} from "@duckdb/node-api";
import {group} from "d3-array";
import {queryRecords} from "../database/query.js";
import {allTables, derivedState, feedTotals} from "./internal-tables.js";
import {createTable, type Table} from "./tables.js";

/**
 * Gives a connection that only reads a store of an older version the tables and columns that queries expect, as far as it
 * has none: empty ones, of its own, that go before the store's.
 */
export async function standIn(connection: DuckDBConnection, wanted = allTables): Promise<void> {
  const own = (table: Table) => connection.run(createTable(table).replace(/^CREATE/, "CREATE OR REPLACE TEMP"));
  const sql = "SELECT table_name, column_name FROM duckdb_columns() WHERE database_name = current_database()";
  const held = group(await queryRecords(connection, sql), ({table_name}) => table_name);
  if (!held.has(feedTotals.name)) held.delete(derivedState.name); // totals are made of all rows then
  for (const table of wanted) {
    const names = held.get(table.name)?.map(({column_name}) => column_name);
    const missing = table.columns.filter(({name}) => !names?.includes(name));
    const nulls = missing.map(({name, type}) => `NULL::${type} AS ${name}`).join();
    const view = `TEMP VIEW ${table.name} AS SELECT rowid, *, ${nulls} FROM store.${table.name}`;
    if (names === undefined) await own(table);
    else if (missing.length > 0) await connection.run(`CREATE OR REPLACE ${view}`);
  }
  if (!held.has(derivedState.name))
    await connection.run("INSERT INTO derived_state (definition, rows, responses) VALUES ('', 0, 0)");
}
