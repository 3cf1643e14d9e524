import {quotedIdentifier, quotedString} from "@duckdb/node-api";
import {queryRecords} from "../database/query.js";
import type {Store} from "../database/store.js";

/** File formats that a query's result can be written in, whatever its size. */
export type ExportFormat = "csv" | "parquet" | "duckdb";

/**
 * Writes the result of a query to a file; in csv timestamps are ISO 8601 in UTC. @throws DuckDB's error if the query is wrong
 */
export async function exportQuery(
  {connection}: Store,
  sql: string,
  {path, format, table = "result"}: {path: string; format: ExportFormat; table?: string}
): Promise<void> {
  // A view, as its text may end in a semicolon and a comment, which no subquery may; but no view is of DESCRIBE.
  (await connection.prepare(sql)).destroySync(); // an error is of the text as it is, and not of a view's
  const source = /^\s*(DESCRIBE|SHOW|SUMMARIZE)\b/i.test(sql) ? `FROM (${sql.replace(/\s*;\s*$/, "")}\n)` : sql;
  await connection.run(`CREATE OR REPLACE TEMP VIEW exported AS ${source}`);
  if (format === "duckdb") {
    await connection.run(`ATTACH ${quotedString(path)} AS exported_file (READ_WRITE)`);
    await connection.run(`CREATE TABLE exported_file.${quotedIdentifier(table)} AS FROM exported`);
    await connection.run("DETACH exported_file");
    return;
  }
  const [columns, options] =
    format === "csv" ? [await isoColumns(connection), "FORMAT csv, HEADER"] : ["*", "FORMAT parquet, COMPRESSION zstd"];
  await connection.run(`COPY (SELECT ${columns} FROM exported) TO ${quotedString(path)} (${options})`);
}

// DuckDB writes "2026-05-12 13:55:00", which names no zone.
async function isoColumns(connection: Store["connection"]): Promise<string> {
  const columns = await queryRecords(connection, "DESCRIBE exported");
  const iso = columns
    .filter(({column_type}) => /^TIMESTAMP[^[]*$/.test(String(column_type)))
    .map(({column_name}) => isoColumn(quotedIdentifier(String(column_name))));
  return iso.length === 0 ? "*" : `* REPLACE (${iso.join()})`;
}

// The time zone of a connection is UTC.
function isoColumn(name: string): string {
  return `regexp_replace(${name}::VARCHAR, ' (.*?)([+]00)?$', 'T\\1Z') AS ${name}`;
}
