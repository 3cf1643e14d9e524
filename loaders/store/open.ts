import {existsSync, mkdirSync} from "node:fs";
import {dirname} from "node:path";
import {setTimeout} from "node:timers/promises";
import {type DuckDBConnection, DuckDBInstance, quotedString} from "@duckdb/node-api";
import {StoreError} from "./error.js";
import {assertKnown, type Meaning, migrate, storeVersion} from "./migrate.js";

/** An open store. Only one process may hold it for writing, and then no other can read it: close it soon. */
export interface Store {
  readonly path: string;
  readonly connection: DuckDBConnection;
  close(): void;
}

/** Options of `openStore`: `readOnly` needs an existing store and leaves it as it is; `waitMs` bounds the wait for another process. */
export interface OpenOptions extends Meaning {
  readOnly?: boolean;
  waitMs?: number;
}

/**
 * Opens the store at `path`, made and migrated to today's tables if need be.
 * @throws StoreError if it is missing (read-only), in use, no DuckDB file, or of a newer version
 */
export async function openStore(
  path: string,
  {readOnly = false, waitMs = 1000, ...meaning}: OpenOptions = {}
): Promise<Store> {
  if (readOnly && !existsSync(path)) {
    throw new StoreError(`no store at ${path}: run a load first (npm start loads the demo), or name one with --store`);
  }
  mkdirSync(dirname(path), {recursive: true});
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const close = () => {
    connection.closeSync();
    instance.closeSync();
  };
  try {
    // Attached to an in-memory database, so that a reader too can write a snapshot beside it.
    await connection.run("SET TimeZone = 'UTC'");
    await attach(connection, path, {readOnly, until: performance.now() + waitMs});
    if (readOnly) assertKnown(await storeVersion(connection));
    else await migrate(connection, meaning);
  } catch (error) {
    close();
    throw error;
  }
  return {path, connection, close};
}

interface Attachment {
  readOnly: boolean;
  until: number;
}

async function attach(connection: DuckDBConnection, path: string, {readOnly, until}: Attachment): Promise<void> {
  for (;;) {
    try {
      await connection.run(`ATTACH ${quotedString(path)} AS store${readOnly ? " (READ_ONLY)" : ""}; USE store;`);
      return;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (!isLocked(message) || performance.now() > until) throw new StoreError(explain(path, message));
      await setTimeout(25 + 50 * Math.random());
    }
  }
}

function isLocked(message: string): boolean {
  return /Could not set lock|Conflicting lock|being used by another process/.test(message);
}

function explain(path: string, message: string): string {
  if (isLocked(message)) {
    const holder =
      /Conflicting lock is held in (.+? \(PID \d+\))/.exec(message)?.[1] ?? "which the system does not name";
    return `store ${path} is in use by another process, ${holder}: wait for it to end, or read the snapshot beside it`;
  }
  if (/not a valid DuckDB database file/.test(message)) return `${path} is no DuckDB file: name another with --store`;
  return `cannot open store ${path}: ${message.split("\n")[0]}`;
}
