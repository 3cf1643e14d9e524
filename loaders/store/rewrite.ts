import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync
} from "node:fs";
import {dirname} from "node:path";
import {type DuckDBConnection, quotedString} from "@duckdb/node-api";
import {ownPath} from "../database/files.js";
import {queryRecords} from "../database/query.js";
import {attach, detach, type Store} from "../database/store.js";
import {storageVersion, writerWaitMs} from "./open.js";

const patienceMs = 60_000; // without its store a load cannot go on

/**
 * Puts a new file in the store's place, with the same tables, views and macros, and the rows that `fill` writes from
 * `store` into `fresh`; that alone gives space back, as DuckDB keeps the blocks of deleted rows. Others can read
 * meanwhile, and none can write. Where `fill` gives null, all stays as it was.
 */
export async function rewrite<T>({connection, path}: Store, fill: () => Promise<T | null>): Promise<T | null> {
  const attached = () =>
    queryRecords(connection, "SELECT readonly FROM duckdb_databases() WHERE database_name = 'store'");
  if ((await attached())[0]?.readonly === true) return replace(connection, path, fill);
  const again = (readOnly: boolean, waitMs: number) =>
    attach(connection, path, {readOnly, until: performance.now() + waitMs});
  // Who holds it for writing may remove, at its end, the log of the one that came in its place.
  await detach(connection);
  try {
    await again(true, writerWaitMs);
    return await replace(connection, path, fill);
  } finally {
    if ((await attached()).length > 0) await detach(connection);
    await again(false, patienceMs); // one that waited to write may have come in between
  }
}

async function replace<T>(
  connection: DuckDBConnection,
  named: string,
  fill: () => Promise<T | null>
): Promise<T | null> {
  const path = realpathSync(named); // not the link to it
  if (existsSync(`${path}.wal`)) return null; // of a process that was killed: who opens it for writing takes it in
  const temporary = ownPath(path, "tmp");
  removeBoth(temporary); // of a process that had this one's number
  try {
    await connection.run(`ATTACH ${quotedString(temporary)} AS fresh (STORAGE_VERSION '${storageVersion}');
      COPY FROM DATABASE store TO fresh (SCHEMA);`);
    const result = await fill();
    await connection.run("CHECKPOINT fresh; DETACH fresh;");
    if (result === null) return null;
    chmodSync(temporary, statSync(path).mode);
    syncFile(temporary);
    renameSync(temporary, path);
    syncFile(dirname(path)); // else what is committed from now on might go with it
    return result;
  } finally {
    await connection.run("DETACH DATABASE IF EXISTS fresh").catch(() => undefined); // a full disk: it ends with the connection
    removeBoth(temporary);
  }
}

function removeBoth(temporary: string): void {
  for (const file of [temporary, `${temporary}.wal`]) rmSync(file, {force: true});
}

function syncFile(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
