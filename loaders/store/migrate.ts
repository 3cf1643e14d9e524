import {readdirSync, readFileSync} from "node:fs";
import type {DuckDBConnection} from "@duckdb/node-api";
import {messageOf} from "../config/errors.js";
import {define} from "../sql/definitions.js";
import type {FundingUnits} from "../sql/list.js";
import {StoreError} from "./database/error.js";
import {queryRecords} from "./database/query.js";
import {isOwn} from "./database/store.js";

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
export async function migrate(connection: DuckDBConnection, units: FundingUnits = {}): Promise<void> {
  const version = await storeVersion(connection);
  assertKnown(version);
  if (version === 0) await assertNoOther(connection);
  for (const [i, sql] of todays.entries()) {
    const note = `INSERT INTO schema_migrations (version, appliedAt) VALUES (${i + 1}, now());`;
    if (i >= version) await connection.run(`BEGIN; ${sql} ${note} COMMIT;`);
  }
  await define(connection, units, todaysVersion);
}

/** Checks that no newer Feedbook wrote the store. @throws StoreError */
export function assertKnown(version: number): void {
  if (version <= todaysVersion) return;
  throw new StoreError(
    `store version ${version} is newer than this Feedbook's ${todaysVersion}: update Feedbook, or use another --store`
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
  throw new StoreError(`this DuckDB file is not a store: it has a table ${found.name}; name another with --store`);
}
