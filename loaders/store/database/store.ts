import {statSync} from "node:fs";
import {setTimeout} from "node:timers/promises";
import {type DuckDBConnection, quotedString, StatementType} from "@duckdb/node-api";
import {ConfigError, messageOf} from "../../config/errors.js";
import {isLocked} from "./error.js";
import {checkLog} from "./log.js";
import {blanks, prepare} from "./statement.js";

/** An open store. While one process has it open for writing, no other can open it: close it soon. */
export interface Store {
  readonly path: string;
  readonly connection: DuckDBConnection;
  close(): void;
}

/** How to attach a store: waits for another process until the time `until` (`performance.now`) or `signal` aborts. */
interface Attaching {
  readOnly: boolean;
  until: number;
  signal?: AbortSignal | undefined;
}

/** Attaches the store at `path` to a connection as `store`, and makes plain names mean it. @throws DuckDB's error */
export async function attach(
  connection: DuckDBConnection,
  path: string,
  {readOnly, until, signal}: Attaching
): Promise<void> {
  for (;;) {
    const file = fileAt(path);
    const replaced = () => file !== null && file !== fileAt(path); // `rewrite` put a new file there
    try {
      await checkLog(path);
      await connection.run(attachSql(path, {readOnly}));
      if (!replaced()) return;
      await detach(connection);
    } catch (error) {
      if (replaced()) continue;
      if (!isLocked(messageOf(error)) || performance.now() > until || signal?.aborted) throw error;
      await setTimeout(25 + 50 * Math.random(), undefined, {signal}).catch(() => undefined); // the next turn notices the abort
    }
  }
}

/** SQL that attaches a store's file, for reading or with options of a new file, and makes plain names mean it. */
export function attachSql(path: string, {readOnly = false, options = [] as readonly string[]} = {}): string {
  // Without TYPE, DuckDB would download an extension for a file of another kind of database.
  const how = ["TYPE duckdb", ...(readOnly ? ["READ_ONLY"] : []), ...options].join(", ");
  return `ATTACH ${quotedString(path)} AS store (${how}); USE store;`;
}

/** Detaches the store from a connection, so that other processes can open it. */
export async function detach(connection: DuckDBConnection): Promise<void> {
  await connection.run("USE memory; DETACH store;");
}

/** The condition that a row of `duckdb_tables()` and the like belongs to the store. */
export const isOwn = "database_name = 'store' AND schema_name = 'main'";

function fileAt(path: string): bigint | null {
  return statSync(path, {bigint: true, throwIfNoEntry: false})?.ino ?? null;
}

/** Runs `work` in one transaction: commits all of it, or nothing if it throws. */
export async function transaction<T>(connection: DuckDBConnection, work: () => Promise<T>): Promise<T> {
  await connection.run("BEGIN");
  try {
    const result = await work();
    await connection.run("COMMIT");
    return result;
  } catch (error) {
    const undo = () => connection.run("ROLLBACK");
    // An interruption may hit ROLLBACK, too, or DuckDB has rolled back by itself: report the first error.
    await undo()
      .catch(undo)
      .catch(() => undefined);
    throw error;
  }
}

/** Work that ended because its signal was aborted. */
export class InterruptedError extends Error {
  override readonly name = "InterruptedError";
}

const repeatMs = 50; // DuckDB ignores an interruption that comes between two statements, so it is repeated

/** Runs statements of a connection, and interrupts them when `signal` is aborted. @throws InterruptedError then */
export async function interruptible<T>(
  connection: DuckDBConnection,
  work: () => Promise<T>,
  signal?: AbortSignal
): Promise<T> {
  const interrupted = () => new InterruptedError("interrupted: nothing was changed");
  if (signal?.aborted) throw interrupted();
  let timer: NodeJS.Timeout | undefined;
  const interrupt = () => {
    connection.interrupt();
    timer = setInterval(() => connection.interrupt(), repeatMs);
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
 * Locks a connection for SQL that others wrote: it reads only attached databases, cannot attach or install anything, and
 * cannot change settings. `file` is the only file that it can write.
 */
export async function lockEngine(connection: DuckDBConnection, file?: string): Promise<void> {
  const files = file === undefined ? [] : [file, `${file}.wal`, `${file}.wal.checkpoint`]; // its logs, if it is a database
  await connection.run(`SET allowed_paths = [${files.map((path) => quotedString(path)).join()}];
    SET autoinstall_known_extensions = false;
    SET autoload_known_extensions = false;
    SET enable_external_access = false;
    SET lock_configuration = true;`);
}

/**
 * Refuses a statement that could write to a file. The lock alone would let COPY overwrite an attached database.
 * @throws ConfigError, or DuckDB's error if the statement does not bind
 */
export async function assertReads(connection: DuckDBConnection, sql: string): Promise<void> {
  const statement = await prepare(connection, sql);
  const type = statement.statementType;
  statement.destroySync();
  if (type === StatementType.SELECT || type === StatementType.CREATE) return; // CREATE works for temporary tables only
  const explain = new RegExp(`^${blanks}EXPLAIN\\s+(?:ANALYZE\\s+|\\([\\w\\s,]*\\)\\s*)?`, "i").exec(sql)?.[0];
  if (type !== StatementType.EXPLAIN || explain === undefined)
    throw new ConfigError(`read-only: ${StatementType[type]} is not allowed`);
  await assertReads(connection, sql.slice(explain.length));
}
