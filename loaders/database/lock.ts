import {type DuckDBConnection, quotedString, StatementType} from "@duckdb/node-api";
import {ConfigError} from "../config/error.js";

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
