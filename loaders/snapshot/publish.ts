import {renameSync, statSync, utimesSync} from "node:fs";
import {availableParallelism} from "node:os";
import {dirname} from "node:path";
import {type DuckDBConnection, quotedIdentifier, quotedString} from "@duckdb/node-api";
import {openClickHouse} from "../cluster/client.js";
import type {Cluster} from "../config/settings.js";
import {createSql, sqlOf} from "../sql/list.js";
import {makeFolder, ownPath, removeDatabase, removeLeftovers} from "../store/database/files.js";
import {collectGarbage, withMemory, withThreads} from "../store/database/memory.js";
import {queryRecords} from "../store/database/query.js";
import {interruptible, type Store} from "../store/database/store.js";
import {holdMarket, type Market, releaseMarket, type Source} from "./cluster.js";
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
  /** The queries to the cluster, and the number of its feeds without quality in the store. */
  cluster?: {url: string; queries: number; bytes: number; unjudged: number};
}

/**
 * The largest size of a snapshot (default: 25 MB), whether it has the text of errors and examples of rejected entries
 * (default: no, as that may reveal who loaded), a signal that stops writing it, and a cluster whose feeds, updates, bars,
 * sessions and rates it has in place of the store's (default: none).
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
 * Writes the snapshot that pages and `.sql` loaders read: beside its target, then renamed into place, so that a reader
 * always sees a complete one. It takes at most `budgetBytes`. @throws StoreError if nothing fits, InterruptedError once
 * `signal` is aborted, and what `holdMarket` throws of a cluster
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
  const source = cluster === undefined ? null : await sourceOf(connection, cluster, {path, signal});
  try {
    collectGarbage();
    await connection.run(inFileOrder);
    const write = () => writeSnapshot(connection, {path: temporary, budgetBytes, publishFaults, bytes}, source);
    const inMemory = () => withMemory(connection, () => interruptible(connection, write, signal), memory);
    const {parts, market} = await withThreads(connection, availableParallelism(), inMemory);
    renameSync(temporary, path);
    utimesSync(path, new Date(), new Date()); // newer than all outputs of the old snapshot
    const asked = source && market && {url: source.server.url, ...source.server.asked, unjudged: market.unjudged};
    const seconds = (performance.now() - started) / 1000;
    return {path, bytes: statSync(path).size, seconds, parts, ...(asked && {cluster: asked})};
  } catch (error) {
    // On a full disk, this may fail, too. Then closing the connection detaches it.
    await connection.run("USE store; DETACH DATABASE IF EXISTS snapshot;").catch(() => undefined);
    throw error;
  } finally {
    removeDatabase(temporary);
    if (source) await releaseMarket(connection).catch(() => undefined);
    await dropOwn(connection).catch(() => undefined);
    await source?.server.close();
    await connection.run("RESET write_buffer_row_group_count;").catch(() => undefined);
  }
}

// Bytes per row of the last snapshot, as an estimate for the next.
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

// Each answer of the cluster is a file beside the snapshot while it is read.
async function sourceOf(
  connection: DuckDBConnection,
  cluster: Cluster,
  {path, signal}: {path: string; signal: AbortSignal | undefined}
): Promise<Source> {
  const server = await openClickHouse(cluster, signal);
  const file = ownPath(`${path}.answer`, "tmp");
  return {connection, server, file, columns: new Map(), brought: new Map(), ofFeeds: "true"};
}

async function writeSnapshot(
  connection: DuckDBConnection,
  filling: Filling,
  source: Source | null
): Promise<{parts: SnapshotPart[]; market: Market | null}> {
  const market = source && (await holdMarket(source));
  await holdFeeds(connection, market);
  const parts = await fillSnapshot(connection, {...filling, ...(source && market && {source, counts: market.counts})});
  if (market) await releaseMarket(connection); // so that the store is described as it is
  const store = await documentStore(connection);
  await dropOwn(connection);
  await connection.run(`USE snapshot; ${createSql("snapshot")} USE store;`);
  await documentSnapshot(connection, store);
  await connection.run("CHECKPOINT snapshot; DETACH snapshot;");
  return {parts, market};
}

// As a table of the connection, since the totals of feeds are read many times.
async function holdFeeds(connection: DuckDBConnection, market: Market | null): Promise<void> {
  await connection.run("CREATE OR REPLACE TEMP TABLE held_feeds AS FROM feed_held");
  const meta = sqlOf("meta");
  const texts = {
    feed_stats: sqlOf("feed_stats"),
    meta: market ? `SELECT * REPLACE (${market.simulated} AS simulated) FROM (${meta})` : meta
  };
  const views = Object.entries(texts).map(([name, sql]) => `CREATE OR REPLACE TEMP VIEW ${name} AS ${sql}\n;`);
  await connection.run(`CREATE OR REPLACE TEMP VIEW feed_held AS FROM held_feeds; ${views.join(" ")}`);
}

// Temporary views of the connection would hide the snapshot's tables.
async function dropOwn(connection: DuckDBConnection): Promise<void> {
  const sql = "SELECT view_name FROM duckdb_views() WHERE database_name = 'temp' AND NOT internal";
  for (const {view_name} of await queryRecords(connection, sql))
    await connection.run(`DROP VIEW temp.${quotedIdentifier(String(view_name))}`);
}
