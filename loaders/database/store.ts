import {statSync} from "node:fs";
import {setTimeout} from "node:timers/promises";
import {type DuckDBConnection, quotedIdentifier, quotedString, StatementType} from "@duckdb/node-api";
import {ConfigError, messageOf} from "../config/errors.js";
import {type Location, locationOf} from "../config/location.js";
import {isLocked} from "./error.js";
import {checkLog} from "./log.js";
import {prepare} from "./statement.js";

/** An open store. While one process has it open for writing, no other can open it: close it soon. */
export interface Store {
  /** A file or an address: see `locationOf`. */
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

/** Attaches the store at `path` to a connection, and makes it the one that plain names mean. @throws DuckDB's error */
export async function attach(
  connection: DuckDBConnection,
  path: string,
  {readOnly, until, signal}: Attaching
): Promise<void> {
  const location = locationOf(path);
  for (;;) {
    const file = fileAt(location);
    const replaced = () => file !== null && file !== fileAt(location); // by store/rewrite.ts: nobody reads the old file any more
    try {
      if (location.file !== null) await checkLog(location.file);
      await connection.run(attachSql(location, {readOnly}));
      if (!replaced()) return;
      await detach(connection, path);
    } catch (error) {
      if (replaced()) continue;
      if (!isLocked(messageOf(error)) || performance.now() > until || signal?.aborted) throw error;
      await setTimeout(25 + 50 * Math.random(), undefined, {signal}).catch(() => undefined); // the next turn sees the abort
    }
  }
}

/** How to attach: for reading, or with options of a new file, which has another name (`source`) until it is complete. */
interface AttachOptions {
  readOnly?: boolean;
  source?: string;
  options?: readonly string[];
}

/** The statements that attach a store, make its schema where it is missing, and make it the one that plain names mean. */
export function attachSql(location: Location, {readOnly = false, source, options = []}: AttachOptions = {}): string {
  const {name, given, schema} = location;
  const home = (schema === null ? [name] : [name, schema]).map(quotedIdentifier).join(".");
  // Without TYPE, DuckDB would download an extension for a file of another kind of database. An address says its kind.
  const type = location.source === location.file ? ["TYPE duckdb"] : [];
  const how = [...type, ...(readOnly ? ["READ_ONLY"] : []), ...options].join(", ");
  // MotherDuck takes no name, and is not known to take these options.
  const as = given ? ` AS ${quotedIdentifier(name)}${how && ` (${how})`}` : "";
  const made = schema === null || readOnly ? "" : ` CREATE SCHEMA IF NOT EXISTS ${home};`;
  return `ATTACH ${quotedString(source ?? location.source)}${as};${made} USE ${home};`;
}

/** Detaches the store at `path` from a connection, so that other processes can open it. */
export async function detach(connection: DuckDBConnection, path: string): Promise<void> {
  await connection.run(`USE memory; DETACH ${quotedIdentifier(locationOf(path).name)};`);
}

/** The condition that a row of `duckdb_tables()` and the like is of the store, which may share its database. */
export const isOwn = `lower(database_name) = lower(current_database())
  AND lower(schema_name) = lower(current_schema())`; // as they were written in USE, in whose names case does not count

/** The database and the schema that plain names mean, to come back to from another database. */
export async function homeOf(connection: DuckDBConnection): Promise<{database: string; schema: string; sql: string}> {
  const sql = "SELECT current_database(), current_schema()";
  const [[database, schema] = []] = (await connection.runAndReadAll(sql)).getRows();
  const names = [String(database), String(schema)] as const;
  return {database: names[0], schema: names[1], sql: names.map(quotedIdentifier).join(".")};
}

/** The size of the store's database, as far as it is in its file; null if a service has it, and does not say it. */
export async function bytesOf({path, connection}: Store): Promise<number | null> {
  const {file} = locationOf(path);
  if (file !== null) return statSync(file).size;
  const sql = "SELECT block_size * total_blocks FROM pragma_database_size() WHERE database_name = current_database()";
  const [[bytes] = []] = (await connection.runAndReadAll(sql)).getRows();
  return Number(bytes ?? 0) || null;
}

function fileAt({file}: Location): bigint | null {
  return file === null ? null : (statSync(file, {bigint: true, throwIfNoEntry: false})?.ino ?? null);
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
  const interrupted = () => new InterruptedError("interrupted: what was there before is kept");
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
 * Locks a connection for SQL that others wrote: it reads only what is attached by then, cannot attach or install
 * anything, and cannot change settings. `file` is the only file that it can write.
 */
export async function lockEngine(connection: DuckDBConnection, file?: string): Promise<void> {
  const files = file === undefined ? [] : [file, `${file}.wal`, `${file}.wal.checkpoint`]; // the latter, if it is a database
  await connection.run(`SET allowed_paths = [${files.map((path) => quotedString(path)).join()}];
    SET autoinstall_known_extensions = false;
    SET autoload_known_extensions = false;
    SET enable_external_access = false;
    SET lock_configuration = true;`);
}

/**
 * Refuses a statement that could write to a file. The lock alone would let COPY overwrite what is attached.
 * @throws ConfigError, or DuckDB's error if the statement does not bind
 */
export async function assertReads(connection: DuckDBConnection, sql: string): Promise<void> {
  const statement = await prepare(connection, sql);
  const type = statement.statementType;
  statement.destroySync();
  if (type === StatementType.SELECT || type === StatementType.CREATE) return; // CREATE works for temporary tables only
  const explain = /^(?:\s|--.*|\/\*[\s\S]*?\*\/)*EXPLAIN\s+(?:ANALYZE\s+|\([\w\s,]*\)\s*)?/i.exec(sql)?.[0];
  if (type !== StatementType.EXPLAIN || explain === undefined)
    throw new ConfigError(`read-only: ${StatementType[type]} is not allowed`);
  await assertReads(connection, sql.slice(explain.length));
}
