import {randomUUID} from "node:crypto";
import {existsSync, statSync, utimesSync} from "node:fs";
import {DuckDBInstance, quotedIdentifier, quotedString} from "@duckdb/node-api";
import {typed} from "../config/typed.js";
import {exportQuery} from "../inspect/export.js";
import {StoreError, storeErrorOf} from "../store/database/error.js";
import {ownPath} from "../store/database/files.js";
import {type Parameters, type QueryResult, query, queryRecords, queryStart} from "../store/database/query.js";
import {prepare} from "../store/database/statement.js";
import {assertReads, interruptible, lockEngine} from "../store/database/store.js";
import {readableByWasm} from "./fill.js";

/** A snapshot open for reading. Many processes can read one at the same time, also while a new one is written. */
export interface Snapshot {
  /** The rows of a query. @throws an error if they are more than `most` */
  query(sql: string, parameters?: Parameters, most?: number): Promise<QueryResult>;
  /** Writes the result of a query to a file. In Arrow, numbers are doubles, so that pages can compute with them. */
  toFile(path: string, format: "arrow" | "csv" | "parquet", sql: string, parameters?: Parameters): Promise<void>;
  /** Writes the results of queries to a DuckDB file that DuckDB-Wasm reads without an extension, each as a table of its name. */
  toDuckdb(path: string, queries: readonly NamedQuery[]): Promise<void>;
  /** Binds a statement without running it and names its parameters. @throws DuckDB's error if it does not bind */
  parameters(sql: string): Promise<string[]>;
  /** Runs work that queries it; `signal` interrupts it. @throws InterruptedError if it does */
  until<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  close(): void;
}

/** A query whose result becomes a table. */
export interface NamedQuery {
  name: string;
  sql: string;
  parameters: Parameters;
}

/** How a snapshot is opened: the one file that `toFile` or `toDuckdb` writes, and DuckDB's threads (default: as many as cores). */
export interface OpenOptions {
  file?: string;
  threads?: number;
}

/** Opens the snapshot at `path` with a locked engine (`lockEngine`). @throws StoreError if it cannot be read */
export async function openSnapshot(path: string, {file, threads}: OpenOptions = {}): Promise<Snapshot> {
  if (!statSync(path, {throwIfNoEntry: false})?.isFile())
    throw new StoreError(typed(`no snapshot at ${path}: run npm run load first`));
  // Each engine has temporary files of its own, as two would overwrite each other's.
  const options = {access_mode: "READ_ONLY", temp_directory: ownPath(`${path}.${randomUUID().slice(0, 8)}`, "spill")};
  const instance = await DuckDBInstance.create(path, options).catch((error: unknown) => {
    throw unreadable(error, path);
  });
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  if (threads !== undefined) await connection.run(`SET threads = ${threads}`);
  await lockEngine(connection, file);
  const failed = (error: unknown) => Promise.reject(unreadable(error, path));
  const reading = (sql: string) => assertReads(connection, sql).catch(failed);
  return {
    async query(sql, parameters, most) {
      await reading(sql);
      if (most === undefined) return await query(connection, sql, parameters).catch(failed);
      const {whole, ...result} = await queryStart(connection, sql, most, parameters).catch(failed);
      if (whole) return result;
      throw new Error(`more than ${most.toLocaleString("en")} rows: write them as .parquet.sql or .duckdb.sql`);
    },
    async toFile(target, format, sql, parameters) {
      await reading(sql);
      await connection.run(`CREATE OR REPLACE TEMP TABLE written AS ${sql}`, {...parameters}).catch(failed);
      const columns = await queryRecords(connection, "DESCRIBE written");
      const numbers = columns.filter(({column_type}) =>
        /^(?:U?BIGINT|U?HUGEINT|UINTEGER|FLOAT|DECIMAL\b.*\))$/.test(String(column_type))
      );
      const names = numbers.map(({column_name}) => quotedIdentifier(String(column_name)));
      const doubles = names.map((name) => `${name}::DOUBLE AS ${name}`).join(", ");
      const selected =
        format === "arrow" && doubles !== "" ? `SELECT * REPLACE (${doubles}) FROM written` : "FROM written";
      await exportQuery({connection}, selected, {path: target, format});
    },
    async toDuckdb(target, queries) {
      await connection.run(`ATTACH ${quotedString(target)} AS result (READ_WRITE, ${readableByWasm})`);
      for (const {name, sql, parameters} of queries) {
        await reading(sql);
        await connection.run(`CREATE TABLE result.${quotedIdentifier(name)} AS ${sql}`, {...parameters}).catch(failed);
      }
      await connection.run("DETACH result");
    },
    async parameters(sql) {
      const statement = await prepare(connection, sql);
      const names = Array.from({length: statement.parameterCount}, (_, i) => statement.parameterName(i + 1));
      statement.destroySync();
      return names;
    },
    until: (signal, work) => interruptible(connection, work, signal),
    close() {
      connection.closeSync();
      instance.closeSync();
    }
  };
}

/** Runs one query on the snapshot at `path`: plain values, as `query` gives them. */
export async function querySnapshot(path: string, sql: string, parameters?: Parameters): Promise<QueryResult> {
  const snapshot = await openSnapshot(path);
  try {
    return await snapshot.query(sql, parameters);
  } finally {
    snapshot.close();
  }
}

/** Marks the snapshot at `path` as older than the store, before a change that no load books. */
export function outdateSnapshot(path: string): void {
  if (existsSync(path)) utimesSync(path, 0, 0);
}

function unreadable(error: unknown, path: string): unknown {
  if (!(storeErrorOf(error, path) instanceof StoreError)) return error;
  return new StoreError(`snapshot ${path} cannot be read: feedbook publish writes it anew`);
}
