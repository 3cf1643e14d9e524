import type {DuckDBConnection} from "@duckdb/node-api";
import {messageOf} from "../config/message.js";

/** Work that was broken off because its signal was aborted. */
export class InterruptedError extends Error {
  override readonly name = "InterruptedError";
}

const againMs = 50; // DuckDB forgets an interruption that comes between two statements

/**
 * Runs statements of a connection until they are done, or `signal` is aborted: then the one under way is broken off.
 * @throws InterruptedError then
 */
export async function interruptible<T>(
  connection: DuckDBConnection,
  work: () => Promise<T>,
  signal?: AbortSignal
): Promise<T> {
  const interrupted = () => new InterruptedError("interrupted: what was there before is kept");
  if (signal?.aborted) throw interrupted();
  let timer: NodeJS.Timeout | undefined;
  const interrupt = () => {
    connection.interrupt();
    timer = setInterval(() => connection.interrupt(), againMs);
  };
  signal?.addEventListener("abort", interrupt);
  try {
    return await work();
  } catch (error) {
    throw signal?.aborted && /^INTERRUPT /.test(messageOf(error)) ? interrupted() : error;
  } finally {
    signal?.removeEventListener("abort", interrupt);
    clearInterval(timer);
  }
}
