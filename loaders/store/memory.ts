import {totalmem} from "node:os";
import {setFlagsFromString} from "node:v8";
import {runInNewContext} from "node:vm";
import type {DuckDBConnection} from "@duckdb/node-api";

/** DuckDB's settings by which it keeps to `limit`, such as `"80MB"`, and gives back soon what it does not need. */
export function memorySettings(limit: string): Record<string, string> {
  return {
    memory_limit: limit,
    allocator_background_threads: "true",
    allocator_flush_threshold: "4MB",
    allocator_bulk_deallocation_flush_threshold: "4MB"
  };
}

/** Runs work that can be repeated; if it needs more memory than the limit, once more with what DuckDB takes by itself. */
export async function withRoom<T>(connection: DuckDBConnection, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && /out of memory|could not allocate|failed to pin/i.test(error.message))) throw error;
    await connection.run(`SET memory_limit = '${Math.round(0.8 * totalmem())}B'`); // DuckDB's own default
    return await work();
  }
}

/** Gives back what V8 holds for garbage: before DuckDB takes much memory, so that not both have it at a time. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc"); // a context made from now on has `gc`
  runInNewContext("gc()");
}
