import {totalmem} from "node:os";
import {getHeapStatistics, setFlagsFromString} from "node:v8";
import {runInNewContext} from "node:vm";
import type {DuckDBConnection} from "@duckdb/node-api";
import {queryRecords} from "./query.js";

/** DuckDB's settings to stay within `limit`, such as `"80MB"`, and to return unused memory soon. */
export function memorySettings(limit: string): Record<string, string> {
  return {
    memory_limit: limit,
    threads: "1",
    allocator_background_threads: "true",
    allocator_flush_threshold: "4MB",
    allocator_bulk_deallocation_flush_threshold: "4MB"
  };
}

// DuckDB reports its limit rounded down, so the exact one is kept here.
const limits = new WeakMap<DuckDBConnection, string>();
const most = `${Math.round(0.8 * totalmem())}B`; // DuckDB's own default

/** Notes the limit with which a connection was opened. */
export function noteLimit(connection: DuckDBConnection, limit: string): void {
  limits.set(connection, limit);
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
    if (!(error instanceof Error && /out of memory|could not allocate|failed to pin/i.test(error.message))) throw error;
    const before = limits.get(connection) ?? most;
    await limitTo(connection, most);
    try {
      return await work();
    } finally {
      await limitTo(connection, before).catch(() => undefined);
    }
  }
}

/** Runs work on so many threads, and restores their number. A load uses one, as its other work needs the cores. */
export async function withThreads<T>(
  connection: DuckDBConnection,
  threads: number,
  work: () => Promise<T>
): Promise<T> {
  const [row] = await queryRecords(connection, "SELECT current_setting('threads') AS threads");
  const before = Number(row?.threads);
  if (before === threads) return await work();
  await connection.run(`SET threads = ${threads}`);
  try {
    return await work();
  } finally {
    await connection.run(`SET threads = ${before}`).catch(() => undefined); // the first error is reported
  }
}

async function limitTo(connection: DuckDBConnection, limit: string): Promise<void> {
  if (limits.get(connection) === limit) return;
  await connection.run(`SET memory_limit = '${limit}'`);
  limits.set(connection, limit);
}

const worthwhileBytes = 16 * 2 ** 20; // collecting less costs more time than it is worth
let lowestBytes = heldBytes(); // the lowest use of memory since the last collection

/** Collects V8's garbage, if there may be much: so that V8 and DuckDB do not need much memory at the same time. */
export function collectGarbage(): void {
  lowestBytes = Math.min(lowestBytes, heldBytes());
  if (heldBytes() - lowestBytes < worthwhileBytes) return;
  setFlagsFromString("--expose-gc"); // a context made from now on has `gc`
  runInNewContext("gc()");
  lowestBytes = heldBytes();
}

function heldBytes(): number {
  const {used_heap_size: used, external_memory: external} = getHeapStatistics();
  return used + external;
}
