import {readFileSync} from "node:fs";
import {DuckDBInstance} from "@duckdb/node-api";
import {queryRecords} from "../../loaders/store/query.js";
import type {Store} from "../../loaders/store/store.js";

/** The versions of which there are stores to bring up to date: all but today's. */
export const oldVersions = [1, 2, 3, 4, 5, 6];

/** Makes a store as a Feedbook of an older version left it, with rows in it. */
export async function makeOldStore(path: string, version: number): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  for (const made of oldVersions.filter((each) => each <= version))
    await connection.run(readFileSync(`test/fixtures/stores/version-${made}.sql`, "utf8"));
  connection.closeSync();
  instance.closeSync();
}

/** The tables and columns of a store. */
export function shapeOf({connection}: Store): Promise<Record<string, unknown>[]> {
  return queryRecords(
    connection,
    `SELECT table_name, column_name, data_type, is_nullable FROM duckdb_columns()
     WHERE database_name = 'store' AND NOT internal
       AND table_name IN (SELECT table_name FROM duckdb_tables() WHERE database_name = 'store')
     ORDER BY table_name, column_index`
  );
}

/** What an old store's rows are, but for the loads, whose ends are booked, the migrations, and how far it is derived. */
export async function rowsOf({connection}: Store): Promise<Record<string, unknown>> {
  const sql = `SELECT table_name FROM duckdb_tables() WHERE database_name = current_database()
    AND table_name NOT IN ('loads', 'schema_migrations', 'derived_state') ORDER BY table_name`;
  const held: Record<string, unknown> = {};
  for (const {table_name} of await queryRecords(connection, sql)) {
    const rows = await queryRecords(connection, `FROM ${table_name} ORDER BY ALL`);
    if (rows.length > 0) held[String(table_name)] = rows;
  }
  return held;
}
