import {totalmem} from "node:os";
import {setFlagsFromString} from "node:v8";
import {runInNewContext} from "node:vm";
import type {DuckDBConnection} from "@duckdb/node-api";
import {queryRecords} from "./query.js";

// DuckDB reports its limit rounded down, so the exact one is kept here.
const limits = new WeakMap<DuckDBConnection, string>();
const most = `${Math.round(0.8 * totalmem())}B`; // DuckDB's own default

/** Lets a new connection stay within `limit`, such as `"80MB"`, on one thread, and return unused memory soon. */
export async function limitMemory(connection: DuckDBConnection, limit: string): Promise<void> {
  await limitTo(connection, limit);
  await connection.run(`SET threads = 1;
    SET allocator_background_threads = true;
    SET allocator_flush_threshold = '4MB';
    SET allocator_bulk_deallocation_flush_threshold = '4MB';`);
}

/**
 * Runs repeatable work within `limit`, which stays set (default: the connection's limit). If the work needs more memory, runs it
 * once more with DuckDB's default limit, and restores the limit.
 */
export async function withMemory<T>(connection: DuckDBConnection, work: () => Promise<T>, limit?: string): Promise<T> {
  try {
    if (limit !== undefined) await limitTo(connection, limit); // DuckDB refuses it while more is in use
    return await work();
  } catch (error) {
    if (!isOutOfMemory(error)) throw error;
    const before = limits.get(connection) ?? most;
    await limitTo(connection, most);
    try {
      return await work();
    } finally {
      await limitTo(connection, before).catch(() => undefined);
    }
  }
}

/** Whether DuckDB needed more memory than its limit. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && /out of memory|could not allocate|failed to pin/i.test(error.message);
}

/** Runs work on so many threads, and restores their number. A load uses one, as its other work needs the cores. */
export async function withThreads<T>(
  connection: DuckDBConnection,
  threads: number,
  work: () => Promise<T>
): Promise<T> {
  const [row] = await queryRecords(connection, "SELECT current_setting('threads') AS threads");
  await connection.run(`SET threads = ${threads}`);
  try {
    return await work();
  } finally {
    await connection.run(`SET threads = ${row?.threads}`).catch(() => undefined); // the first error is reported
  }
}

async function limitTo(connection: DuckDBConnection, limit: string): Promise<void> {
  if (limits.get(connection) === limit) return;
  await connection.run(`SET memory_limit = '${limit}'`);
  limits.set(connection, limit);
}

/** Collects V8's garbage, so that V8 and DuckDB do not need much memory at the same time. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc"); // a context made from now on has `gc`
  runInNewContext("gc()");
}
