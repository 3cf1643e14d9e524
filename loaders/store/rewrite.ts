import {chmodSync, existsSync, realpathSync, renameSync, statSync} from "node:fs";
import {dirname} from "node:path";
import {type DuckDBConnection, quotedString} from "@duckdb/node-api";
import {ownPath, removeDatabase, syncFile} from "./database/files.js";
import {queryRecords} from "./database/query.js";
import {attach, detach, type Store} from "./database/store.js";
import {storageVersion, writerWaitMs} from "./open.js";

const patienceMs = 60_000; // to get the store back: without it the load fails

/**
 * Replaces the store's file by one with the same tables, views and macros, and the rows that `fill` copies from `store` into
 * `fresh`. That frees disk space, as DuckDB keeps the blocks of deleted rows. Other processes can read meanwhile, but not
 * write. If `fill` gives null, the store stays unchanged.
 */
export async function rewrite<T>({connection, path}: Store, fill: () => Promise<T | null>): Promise<T | null> {
  const sql = "SELECT readonly FROM duckdb_databases() WHERE database_name = 'store'";
  const attached = () => queryRecords(connection, sql);
  if ((await attached())[0]?.readonly === true) return replace(connection, path, fill);
  const again = (readOnly: boolean, waitMs: number) =>
    attach(connection, path, {readOnly, until: performance.now() + waitMs});
  // Detached first: on closing, a writable connection may remove the log of the file that replaced its own.
  await detach(connection);
  try {
    await again(true, writerWaitMs);
    return await replace(connection, path, fill);
  } finally {
    if ((await attached()).length > 0) await detach(connection);
    await again(false, patienceMs); // another writer may have taken the store meanwhile
  }
}

async function replace<T>(
  connection: DuckDBConnection,
  named: string,
  fill: () => Promise<T | null>
): Promise<T | null> {
  const path = realpathSync(named); // of the file, if the store is a link
  if (existsSync(`${path}.wal`)) return null; // the log of a killed process; the next writer adds it to the file
  const temporary = ownPath(path, "tmp");
  removeDatabase(temporary); // of an earlier process with the same id
  try {
    await connection.run(`ATTACH ${quotedString(temporary)} AS fresh (STORAGE_VERSION '${storageVersion}');
      COPY FROM DATABASE store TO fresh (SCHEMA);`);
    const result = await fill();
    await connection.run("CHECKPOINT fresh; DETACH fresh;");
    if (result === null) return null;
    chmodSync(temporary, statSync(path).mode);
    syncFile(temporary);
    renameSync(temporary, path);
    syncFile(dirname(path)); // else a power failure could undo the rename, and lose later commits
    return result;
  } finally {
    await connection.run("DETACH DATABASE IF EXISTS fresh").catch(() => undefined); // on a full disk this fails; closing the connection detaches it
    removeDatabase(temporary);
  }
}
