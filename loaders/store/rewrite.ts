import {chmodSync, existsSync, realpathSync, renameSync, rmSync, statSync} from "node:fs";
import {dirname} from "node:path";
import {type DuckDBConnection, quotedString} from "@duckdb/node-api";
import {locationOf} from "../config/location.js";
import {StoreError} from "../database/error.js";
import {ownPath, syncFile} from "../database/files.js";
import {queryRecords} from "../database/query.js";
import {attach, detach, type Store} from "../database/store.js";
import {storageVersion, writerWaitMs} from "./open.js";

const patienceMs = 60_000; // to get the store back: without it the load fails

/**
 * Replaces the store's file by a new one, with the same tables, views and macros, and the rows that `fill` copies from `store`
 * into `fresh`. Only that frees disk space, as DuckDB keeps the blocks of deleted rows. Other processes can read meanwhile,
 * but not write. If `fill` gives null, the store stays as it was.
 */
export async function rewrite<T>({connection, path}: Store, fill: () => Promise<T | null>): Promise<T | null> {
  const {name} = locationOf(path);
  const sql = "SELECT readonly FROM duckdb_databases() WHERE database_name = $name";
  const attached = () => queryRecords(connection, sql, {name});
  if ((await attached())[0]?.readonly === true) return replace(connection, path, fill);
  const again = (readOnly: boolean, waitMs: number) =>
    attach(connection, path, {readOnly, until: performance.now() + waitMs});
  // Detached first: on closing, a writable connection may remove the log of the file that replaced its own.
  await detach(connection, path);
  try {
    await again(true, writerWaitMs);
    return await replace(connection, path, fill);
  } finally {
    if ((await attached()).length > 0) await detach(connection, path);
    await again(false, patienceMs); // another writer may have taken the store meanwhile
  }
}

/** The file that the store at `path` has for itself, and which can be replaced. @throws StoreError if it has none */
export function ownFile(path: string): string {
  const {file, schema} = locationOf(path);
  if (file !== null && schema === null) return file;
  const whose = file === null ? "a service has it" : "others may share its database";
  throw new StoreError(
    `store ${path} cannot drop old updates, as ${whose}: keep them, or move them to a store in a file by feedbook lake write and lake import`
  );
}

async function replace<T>(
  connection: DuckDBConnection,
  named: string,
  fill: () => Promise<T | null>
): Promise<T | null> {
  const {name} = locationOf(named);
  const path = realpathSync(ownFile(named)); // of the file, if the store is a link
  if (existsSync(`${path}.wal`)) return null; // log of a killed process, which the next writer adds to the file
  const temporary = ownPath(path, "tmp");
  removeBoth(temporary); // of an earlier process with the same id
  try {
    await connection.run(`ATTACH ${quotedString(temporary)} AS fresh (STORAGE_VERSION '${storageVersion}');
      COPY FROM DATABASE ${name} TO fresh (SCHEMA);`);
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
    removeBoth(temporary);
  }
}

function removeBoth(temporary: string): void {
  for (const file of [temporary, `${temporary}.wal`]) rmSync(file, {force: true});
}
