import {readFileSync} from "node:fs";
import {type DuckDBConnection, DuckDBInstance} from "@duckdb/node-api";
import {queryRecords} from "../../loaders/store/database/query.js";
import {attachSql, isOwn, type Store} from "../../loaders/store/database/store.js";
import {readMigrations, todaysVersion} from "../../loaders/store/migrate.js";

/** The versions of old stores to migrate: all but the current one. */
export const oldVersions = Array.from({length: todaysVersion - 1}, (_, i) => i + 1);

// SQL that brings a store to a version from the one before. Version 1 gets rows, and version 7 the state that opening makes.
function makingOf(version: number): string {
  const rows = version === 1 ? readFileSync("test/fixtures/stores/rows.sql", "utf8") : "";
  const state = version === 7 ? "INSERT INTO derived_state (definition, rows, responses) VALUES ('', 0, 0);" : "";
  return `${readMigrations()[version - 1]}
    INSERT INTO schema_migrations (version, appliedAt) VALUES (${version}, now()); ${rows} ${state}`;
}

/** Runs `work` on a DuckDB file, or on a database in memory (`:memory:`), and closes it. */
export async function inDatabase<T>(path: string, work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  try {
    return await work(connection);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** Runs `work` on the file of a store without opening the store. */
export function inStore<T>(path: string, work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
  return inDatabase(":memory:", async (connection) => {
    await connection.run(attachSql(path));
    return await work(connection);
  });
}

/** Makes a store of an older version, with rows in it. */
export async function makeOldStore(path: string, version: number): Promise<void> {
  await inStore(path, async (connection) => {
    for (let made = 1; made <= version; made++) await connection.run(makingOf(made));
  });
}

/** The tables of a store with their columns. */
export function shapeOf({connection}: Store): Promise<Record<string, unknown>[]> {
  return queryRecords(
    connection,
    `SELECT table_name, column_name, data_type, is_nullable FROM duckdb_columns()
     WHERE ${isOwn} AND NOT internal AND table_name IN (SELECT table_name FROM duckdb_tables() WHERE ${isOwn})
     ORDER BY table_name, column_name`
  );
}

/** The rows of a store's tables, except loads, migrations and derived_state, which opening an old store changes. */
export async function rowsOf({connection}: Pick<Store, "connection">): Promise<Record<string, unknown>> {
  const sql = `SELECT table_name FROM duckdb_tables() WHERE ${isOwn}
    AND table_name NOT IN ('loads', 'schema_migrations', 'derived_state') ORDER BY table_name`;
  const held: Record<string, unknown> = {};
  for (const {table_name} of await queryRecords(connection, sql)) {
    const rows = await queryRecords(connection, `FROM ${table_name} ORDER BY ALL`);
    if (rows.length > 0) held[String(table_name)] = rows;
  }
  return held;
}
