import {statSync} from "node:fs";
import {setTimeout} from "node:timers/promises";
import {type DuckDBConnection, quotedString, StatementType} from "@duckdb/node-api";
import {ConfigError, messageOf} from "../config/errors.js";
import {isLocked} from "./error.js";

/** An open store. Only one process may hold it for writing, and then no other can read it: close it soon. */
export interface Store {
  readonly path: string;
  readonly connection: DuckDBConnection;
  close(): void;
}

/** How a store is attached: `until` (`performance.now`) another process is waited for, unless `signal` is aborted before. */
interface Attaching {
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
    const replaced = () => file !== null && file !== fileAt(path); // see store/rewrite.ts: the one before is nobody's any more
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

/** Runs `work` in one transaction: all of it is kept, or, if it throws, nothing. */
export async function transaction<T>(connection: DuckDBConnection, work: () => Promise<T>): Promise<T> {
  await connection.run("BEGIN");
  try {
    const result = await work();
    await connection.run("COMMIT");
    return result;
  } catch (error) {
    const undo = () => connection.run("ROLLBACK");
    // It may be interrupted, too, or DuckDB has ended it: the first error is the one to report.
    await undo()
      .catch(undo)
      .catch(() => undefined);
    throw error;
  }
}

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

/**
 * Locks a connection's DuckDB for SQL that others wrote: it reads what is attached by then and no other file, attaches
 * and installs nothing, and changes no setting. `file` is the only one that it may write.
 */
export async function lockEngine(connection: DuckDBConnection, file?: string): Promise<void> {
  const files = file === undefined ? [] : [file, `${file}.wal`, `${file}.wal.checkpoint`]; // where it is a database
  await connection.run(`SET allowed_paths = [${files.map((path) => quotedString(path)).join()}];
    SET autoinstall_known_extensions = false;
    SET autoload_known_extensions = false;
    SET enable_external_access = false;
    SET lock_configuration = true;`);
}

/**
 * Refuses a statement that could write to a file. The lock alone would let COPY write over what is attached.
 * @throws ConfigError, or DuckDB's error if the statement does not bind
 */
export async function assertReads(connection: DuckDBConnection, sql: string): Promise<void> {
  const statement = await connection.prepare(sql);
  const type = statement.statementType;
  statement.destroySync();
  if (type === StatementType.SELECT || type === StatementType.CREATE) return; // temporary ones: the rest is read-only
  const explain = /^\s*EXPLAIN\s+(?:ANALYZE\s+|\([\w\s,]*\)\s*)?/i.exec(sql)?.[0];
  if (type !== StatementType.EXPLAIN || explain === undefined)
    throw new ConfigError(`read-only: ${StatementType[type]} is not allowed`);
  await assertReads(connection, sql.slice(explain.length));
}
