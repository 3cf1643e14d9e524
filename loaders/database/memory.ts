import {totalmem} from "node:os";
import {getHeapStatistics, setFlagsFromString} from "node:v8";
import {runInNewContext} from "node:vm";
import type {DuckDBConnection} from "@duckdb/node-api";
import {queryRecords} from "./query.js";

/** DuckDB's settings by which it keeps to `limit`, such as `"80MB"`, and gives back soon what it does not need. */
export function memorySettings(limit: string): Record<string, string> {
  return {
    memory_limit: limit,
    threads: "1",
    allocator_background_threads: "true",
    allocator_flush_threshold: "4MB",
    allocator_bulk_deallocation_flush_threshold: "4MB"
  };
}

// DuckDB reports its limit rounded: put back again and again, that would shrink.
const limits = new WeakMap<DuckDBConnection, string>();
const most = `${Math.round(0.8 * totalmem())}B`; // DuckDB's own default

/** Notes the limit that a connection was opened with, to which it comes back after work that needed another. */
export function noteLimit(connection: DuckDBConnection, limit: string): void {
  limits.set(connection, limit);
}

/**
 * Runs work that can be repeated, within `limit` (default: the connection's own); if it needs more memory, once more with
 * what DuckDB takes by itself. The connection has its own limit again then.
 */
export async function withRoom<T>(connection: DuckDBConnection, work: () => Promise<T>, limit?: string): Promise<T> {
  let changed = limit !== undefined;
  try {
    if (limit !== undefined) await limitTo(connection, limit);
    return await work();
  } catch (error) {
    if (!(error instanceof Error && /out of memory|could not allocate|failed to pin/i.test(error.message))) throw error;
    changed = true;
    await limitTo(connection, most);
    return await work();
  } finally {
    // Where more is in use than that, DuckDB refuses, and goes on with the limit it has.
    if (changed) await limitTo(connection, limits.get(connection) ?? most).catch(() => undefined);
  }
}

// Asking DuckDB for them takes as long as setting them, and both longer than many a query of a small store.
const threadsOf = new WeakMap<DuckDBConnection, number>();

/** Runs work on so many threads; then the connection has as many as before. A load keeps to one: its other work needs the cores. */
export async function withThreads<T>(
  connection: DuckDBConnection,
  threads: number,
  work: () => Promise<T>
): Promise<T> {
  const before = threadsOf.get(connection) ?? (await threadsNow(connection));
  if (before === threads) return await work();
  await setThreads(connection, threads);
  try {
    return await work();
  } finally {
    await setThreads(connection, before).catch(() => undefined); // the first error is reported
  }
}

async function threadsNow(connection: DuckDBConnection): Promise<number> {
  const [row] = await queryRecords(connection, "SELECT current_setting('threads') AS threads");
  return Number(row?.threads);
}

async function setThreads(connection: DuckDBConnection, threads: number): Promise<void> {
  await connection.run(`SET threads = ${threads}`);
  threadsOf.set(connection, threads);
}

async function limitTo(connection: DuckDBConnection, limit: string): Promise<void> {
  await connection.run(`SET memory_limit = '${limit}'`);
}

const worthBytes = 8 * 2 ** 20; // looking for less takes longer than it gives back
let least = 0; // that V8 held since it was made to look

/** Gives back what V8 holds for garbage, if that may be much: before DuckDB takes memory, so that not both have it at a time. */
export function collectGarbage(): void {
  least = Math.min(least, heldBytes());
  if (heldBytes() - least < worthBytes) return;
  setFlagsFromString("--expose-gc"); // a context made from now on has `gc`
  runInNewContext("gc()");
  least = heldBytes();
}

function heldBytes(): number {
  const {used_heap_size: used, external_memory: external} = getHeapStatistics();
  return used + external;
}
