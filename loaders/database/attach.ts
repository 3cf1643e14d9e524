import {statSync} from "node:fs";
import {setTimeout} from "node:timers/promises";
import {type DuckDBConnection, quotedString} from "@duckdb/node-api";
import {messageOf} from "../config/message.js";
import {isLocked} from "./error.js";

/** How a store is attached: `until` (`performance.now`) another process is waited for, unless `signal` is aborted before. */
export interface Attaching {
  readOnly: boolean;
  until: number;
  signal?: AbortSignal | undefined;
}

/** Attaches the store at `path` to a connection, under the name `store`. @throws DuckDB's error */
export async function attach(
  connection: DuckDBConnection,
  path: string,
  {readOnly, until, signal}: Attaching
): Promise<void> {
  for (;;) {
    const file = fileAt(path);
    const replaced = () => file !== null && file !== fileAt(path); // see rewrite.ts: the one before is nobody's any more
    try {
      // The type is named, as DuckDB would fetch an extension for a file that is another database's.
      await connection.run(
        `ATTACH ${quotedString(path)} AS store (TYPE duckdb${readOnly ? ", READ_ONLY" : ""}); USE store;`
      );
      if (!replaced()) return;
      await detach(connection);
    } catch (error) {
      if (replaced()) continue;
      if (!isLocked(messageOf(error)) || performance.now() > until || signal?.aborted) throw error;
      await setTimeout(25 + 50 * Math.random(), undefined, {signal}).catch(() => undefined); // aborted: seen above
    }
  }
}

/** Takes the store off a connection: others get at it. */
export async function detach(connection: DuckDBConnection): Promise<void> {
  await connection.run("USE memory; DETACH store;");
}

function fileAt(path: string): bigint | null {
  return statSync(path, {bigint: true, throwIfNoEntry: false})?.ino ?? null;
}
