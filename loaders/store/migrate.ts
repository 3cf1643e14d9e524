import {readdirSync, readFileSync} from "node:fs";
import type {DuckDBConnection} from "@duckdb/node-api";
import {group} from "d3-array";
import {messageOf} from "../config/errors.js";
import {define} from "../sql/definitions.js";
import type {FundingUnits} from "../sql/list.js";
import {StoreError} from "./database/error.js";
import {queryRecords} from "./database/query.js";
import {isOwn} from "./database/store.js";
import {allTables, derivedState, feedTotals} from "./internal-tables.js";
import {createTable, type Table} from "./tables.js";

// SQL texts by number, 1.sql first. Each runs once, in a transaction of its own. They are written out rather than made from
// today's tables: a migration that has run never changes, and a new column is a new migration.
const todays = readMigrations();

/** The version that stores are brought to. */
export const todaysVersion = todays.length;

/** The migrations of `migrations/`, 1.sql first. Ignores other files. */
export function readMigrations(): readonly string[] {
  const folder = new URL("./migrations/", import.meta.url);
  const names = readdirSync(folder).filter((name) => /^\d+\.sql$/.test(name));
  return names.map((_, i) => readFileSync(new URL(`${i + 1}.sql`, folder), "utf8"));
}

/** Options of a migration. `migrations`: SQL texts by number from 1 (default: the files of `migrations/`). */
export interface Migrating extends FundingUnits {
  migrations?: readonly string[];
}

/** Version of the store's tables: the number of the last migration that ran, 0 for a new file. */
export async function storeVersion(connection: DuckDBConnection): Promise<number> {
  const sql = "SELECT coalesce(max(version), 0) AS version FROM store.main.schema_migrations";
  const [row] = await queryRecords(connection, sql).catch((error: unknown) => {
    if (/^Catalog Error: Table with name schema_migrations does not exist/.test(messageOf(error))) return [];
    throw error;
  });
  return Number(row?.version ?? 0);
}

/** Brings the store to today's version, and its macros and views to today's text. @throws StoreError if it is newer */
export async function migrate(connection: DuckDBConnection, options: Migrating = {}): Promise<void> {
  const {migrations = todays} = options;
  const version = await storeVersion(connection);
  assertKnown(version, options);
  if (version === 0) await assertNoOther(connection);
  for (const [i, sql] of migrations.entries()) {
    const note = `INSERT INTO schema_migrations (version, appliedAt) VALUES (${i + 1}, now());`;
    if (i >= version) await connection.run(`BEGIN; ${sql} ${note} COMMIT;`);
  }
  await define(connection, options, migrations.length);
}

/** Checks that no newer Feedbook wrote the store. @throws StoreError */
export function assertKnown(version: number, {migrations = todays}: Migrating = {}): void {
  if (version <= migrations.length) return;
  throw new StoreError(
    `store version ${version} is newer than this Feedbook's ${migrations.length}: update Feedbook, or use another --store`
  );
}

/** Checks that a DuckDB file holds nothing but a store. @throws StoreError */
export async function assertNoOther(connection: DuckDBConnection): Promise<void> {
  const tables = `SELECT table_name AS name FROM duckdb_tables() WHERE ${isOwn}
    ORDER BY name = 'snapshot_parts' DESC LIMIT 1`;
  const [found] = await queryRecords(connection, tables);
  if (found === undefined) return;
  if (found.name === "snapshot_parts")
    throw new StoreError(
      "this file is a snapshot and no store: name its store with --store (sql --snapshot queries it)"
    );
  throw new StoreError(`this DuckDB file is no store: it has a table ${found.name}; name another with --store`);
}

/** Adds temporary, empty tables and columns to a connection that reads a store of an older version, where these are missing. */
export async function standIn(connection: DuckDBConnection, wanted = allTables): Promise<void> {
  const own = (table: Table) => connection.run(createTable(table).replace(/^CREATE/, "CREATE OR REPLACE TEMP"));
  const sql = `SELECT table_name, column_name FROM duckdb_columns() WHERE ${isOwn}`;
  const held = group(await queryRecords(connection, sql), ({table_name}) => table_name);
  if (!held.has(feedTotals.name)) held.delete(derivedState.name); // an empty table makes the views count all rows
  for (const table of wanted) {
    const names = held.get(table.name)?.map(({column_name}) => column_name);
    const missing = table.columns.filter(({name}) => !names?.includes(name));
    const nulls = missing.map(({name, type}) => `NULL::${type} AS ${name}`).join();
    const view = `TEMP VIEW ${table.name} AS SELECT rowid, *, ${nulls} FROM store.main.${table.name}`;
    if (names === undefined) await own(table);
    else if (missing.length > 0) await connection.run(`CREATE OR REPLACE ${view}`);
  }
  if (!held.has(derivedState.name))
    await connection.run("INSERT INTO derived_state (definition, rows, responses) VALUES ('', 0, 0)");
}
