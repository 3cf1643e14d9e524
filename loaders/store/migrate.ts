import type {DuckDBConnection} from "@duckdb/node-api";
import {
  drift,
  droppedHours,
  failedResponses,
  formerSymbols,
  knownFields,
  retained,
  runningLoads,
  schemaMigrations
} from "./bookkeeping.js";
import {define, type Meaning} from "./definitions.js";
import {StoreError} from "./error.js";
import {derivedStale, derivedState, feedTotals, supersededUpdates} from "./following.js";
import {queryRecords} from "./query.js";
import {noteSuperseded} from "./repeats.js";
import {createTable, tables} from "./tables.js";

// Numbered from 1 by their place: forward only, each run once in a transaction of its own. What has run in a store never
// changes: a column more is a migration more.
const migrations: readonly string[] = [
  tables.map(createTable).join("\n"),
  createTable(runningLoads),
  createTable(formerSymbols),
  [failedResponses, knownFields, drift].map(createTable).join("\n"),
  [derivedState, derivedStale].map(createTable).join("\n"),
  [retained, droppedHours].map(createTable).join("\n"),
  `${[supersededUpdates, feedTotals].map(createTable).join("\n")}
  ${noteSuperseded("SELECT DISTINCT publishedAt FROM responses")};
  UPDATE derived_state SET rows = 0;`
];

/** The version that stores are brought to. */
export const todaysVersion = migrations.length;

/** Version of the store's tables: the number of the last migration that ran, 0 for a new file. */
export async function storeVersion(connection: DuckDBConnection): Promise<number> {
  const held = "FROM duckdb_tables() WHERE table_name = 'schema_migrations' AND database_name = current_database()";
  if ((await queryRecords(connection, `SELECT 1 ${held}`)).length === 0) return 0;
  const [row] = await queryRecords(connection, "SELECT coalesce(max(version), 0) AS version FROM schema_migrations");
  return Number(row?.version);
}

/** Brings the store to today's version, and its macros and views to today's text. @throws StoreError if it is newer */
export async function migrate(connection: DuckDBConnection, meaning: Meaning = {}): Promise<void> {
  const version = await storeVersion(connection);
  assertKnown(version);
  if (version === 0) await assertEmpty(connection);
  for (const [i, sql] of migrations.entries()) {
    if (i >= version)
      await connection.run(`BEGIN; ${ledger} ${sql} INSERT INTO schema_migrations VALUES (${i + 1}, now()); COMMIT;`);
  }
  await define(connection, meaning);
}

/** Gives a connection that only reads a store of an older version the tables that queries expect, as far as it has none. */
export async function standIn(connection: DuckDBConnection, version: number): Promise<void> {
  if (version >= 7) return;
  const missing = [
    ...(version < 4 ? [failedResponses, drift] : []),
    ...(version < 6 ? [retained, droppedHours] : []),
    ...[supersededUpdates, feedTotals, derivedState]
  ];
  for (const table of missing) await connection.run(createTable(table).replace(/^CREATE/, "CREATE OR REPLACE TEMP"));
  await connection.run("INSERT INTO derived_state VALUES ('', 0, 0, NULL)"); // so that totals are made of all rows
}

/** Refuses a store that a newer Feedbook wrote. @throws StoreError */
export function assertKnown(version: number): void {
  if (version <= migrations.length) return;
  throw new StoreError(
    `store version ${version} is newer than this Feedbook's ${migrations.length}: update Feedbook, or use another --store`
  );
}

async function assertEmpty(connection: DuckDBConnection): Promise<void> {
  const tables = "SELECT table_name FROM duckdb_tables() WHERE database_name = current_database() LIMIT 1";
  const [found] = await queryRecords(connection, tables);
  if (found === undefined) return;
  throw new StoreError(`this DuckDB file is no store: it has a table ${found.table_name}; name another with --store`);
}

const ledger = createTable(schemaMigrations).replace("CREATE TABLE", "CREATE TABLE IF NOT EXISTS");
