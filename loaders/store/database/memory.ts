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

// DuckDB reports its limit rounded down, so what it was told is kept here.
const limits = new WeakMap<DuckDBConnection, string>();
const most = `${Math.round(0.8 * totalmem())}B`; // DuckDB's own default

/** Notes the limit that a connection was opened with. */
export function noteLimit(connection: DuckDBConnection, limit: string): void {
  limits.set(connection, limit);
}

/**
 * Runs work that can be repeated within `limit` (default: the one that the connection has), which stays set for what comes
 * after. If it needs more memory, runs it once more with DuckDB's default limit, and restores the limit.
 */
export async function withMemory<T>(connection: DuckDBConnection, work: () => Promise<T>, limit?: string): Promise<T> {
  try {
    if (limit !== undefined) await limitTo(connection, limit); // which is refused while more is in use
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

// Kept here, as asking DuckDB for its threads takes longer than many queries of a small store.
const threadsOf = new WeakMap<DuckDBConnection, number>();

/** Runs work on so many threads, and restores the number afterwards. A load uses one: its other work needs the cores. */
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
  if (limits.get(connection) === limit) return;
  await connection.run(`SET memory_limit = '${limit}'`);
  limits.set(connection, limit);
}

const worthwhileBytes = 16 * 2 ** 20; // collecting less costs more time than it is worth
let lowestBytes = heldBytes(); // the least that V8 held since the last collection

/** Collects V8's garbage, if there may be much. Call it before DuckDB needs memory, so that both are not large at a time. */
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
