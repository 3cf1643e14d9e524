import {renameSync, statSync, utimesSync} from "node:fs";
import {availableParallelism} from "node:os";
import {dirname} from "node:path";
import {type DuckDBConnection, quotedIdentifier, quotedString} from "@duckdb/node-api";
import type {Cluster} from "../config/settings.js";
import {createSql, sqlOf} from "../sql/list.js";
import {makeFolder, ownPath, removeDatabase, removeLeftovers} from "../store/database/files.js";
import {collectGarbage, withMemory, withThreads} from "../store/database/memory.js";
import {queryRecords} from "../store/database/query.js";
import {interruptible, type Store} from "../store/database/store.js";
import {holdCluster, openSource, releaseCluster, type Source} from "./cluster.js";
import {documentSnapshot, documentStore} from "./document.js";
import {type Filling, fillSnapshot, rowBytes} from "./fill.js";
import type {SnapshotPart} from "./parts.js";
import type {RowBytes} from "./windows.js";

/** A published snapshot: its tables, its size, and the time it took. */
export interface Published {
  path: string;
  bytes: number;
  seconds: number;
  parts: SnapshotPart[];
  cluster?: string;
}

/**
 * Limits of a snapshot; `publishFaults`: with texts of errors, which may reveal who loaded; `cluster`: has its rows in
 * place of the store's, which is an empty one.
 */
export interface PublishOptions {
  budgetBytes?: number;
  publishFaults?: boolean;
  signal?: AbortSignal | undefined;
  cluster?: Cluster;
}

// Writes row groups one after the other, so that the data of one feed's chart lie together and take a third fewer requests.
const inFileOrder = "SET write_buffer_row_group_count = 1;";

// For sorting, which otherwise spills to files beside the store. Each thread needs its own share.
const memory = "96MB";

/**
 * Writes the snapshot beside its target, then renames it into place. @throws StoreError if nothing fits,
 * InterruptedError, and what `holdCluster` throws
 */
export async function publish(
  {connection}: Store,
  path: string,
  {budgetBytes = 25_000_000, publishFaults = false, signal, cluster}: PublishOptions = {}
): Promise<Published> {
  const started = performance.now();
  makeFolder(dirname(path));
  removeLeftovers(path);
  const temporary = ownPath(path, "tmp");
  removeDatabase(temporary); // of an earlier process with the same id
  const bytes = await formerBytes(connection, path);
  const source = cluster === undefined ? null : await openSource(connection, cluster, {path, signal});
  try {
    collectGarbage();
    await connection.run(inFileOrder);
    const write = () => writeSnapshot(connection, {path: temporary, budgetBytes, publishFaults, bytes}, source);
    const inMemory = () => withMemory(connection, () => interruptible(connection, write, signal), memory);
    const parts = await withThreads(connection, availableParallelism(), inMemory);
    renameSync(temporary, path);
    utimesSync(path, new Date(), new Date()); // newer than all outputs of the old snapshot
    const seconds = (performance.now() - started) / 1000;
    return {path, bytes: statSync(path).size, seconds, parts, ...(source && {cluster: source.server.url})};
  } catch (error) {
    // On a full disk, this may fail, too. Then closing the connection detaches it.
    await connection.run("USE store; DETACH DATABASE IF EXISTS snapshot;").catch(() => undefined);
    throw error;
  } finally {
    removeDatabase(temporary);
    if (source) await releaseCluster(connection).catch(() => undefined);
    await dropOwn(connection).catch(() => undefined);
    await source?.server.close();
    await connection.run("RESET write_buffer_row_group_count;").catch(() => undefined);
  }
}

async function formerBytes(connection: DuckDBConnection, path: string): Promise<RowBytes> {
  if (!statSync(path, {throwIfNoEntry: false})?.isFile()) return {}; // a pipe would never end
  try {
    await connection.run(`ATTACH ${quotedString(path)} AS former (TYPE duckdb, READ_ONLY)`);
    return await rowBytes(connection, "former");
  } catch {
    return {}; // no snapshot, or one of another version
  } finally {
    await connection.run("DETACH DATABASE IF EXISTS former").catch(() => undefined);
  }
}

async function writeSnapshot(
  connection: DuckDBConnection,
  filling: Filling,
  source: Source | null
): Promise<SnapshotPart[]> {
  const counts = source && (await holdCluster(source));
  if (source === null) await holdFeeds(connection);
  const parts = await fillSnapshot(connection, {...filling, ...(source && counts && {source, counts})});
  if (source) await releaseCluster(connection); // so that the store is described as it is
  const store = await documentStore(connection, counts);
  await dropOwn(connection);
  await connection.run(`USE snapshot; ${createSql("snapshot")} USE store;`);
  await documentSnapshot(connection, store);
  await connection.run("CHECKPOINT snapshot; DETACH snapshot;");
  return parts;
}

// As a table of the connection, since the totals of feeds are read many times.
async function holdFeeds(connection: DuckDBConnection): Promise<void> {
  await connection.run("CREATE OR REPLACE TEMP TABLE held_feeds AS FROM feed_held");
  const texts = ["feed_stats", "meta"].map((name) => `CREATE OR REPLACE TEMP VIEW ${name} AS ${sqlOf(name)}\n;`);
  await connection.run(`CREATE OR REPLACE TEMP VIEW feed_held AS FROM held_feeds; ${texts.join(" ")}`);
}

// Temporary views of the connection would hide the snapshot's tables.
async function dropOwn(connection: DuckDBConnection): Promise<void> {
  const sql = "SELECT view_name FROM duckdb_views() WHERE database_name = 'temp' AND NOT internal";
  for (const {view_name} of await queryRecords(connection, sql))
    await connection.run(`DROP VIEW temp.${quotedIdentifier(String(view_name))}`);
}
