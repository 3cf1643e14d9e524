import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {quotedString} from "@duckdb/node-api";
import type {Store} from "./open.js";

/** File formats that a query's result can be written in, whatever its size. */
export type ExportFormat = "csv" | "parquet";

/** Writes the result of a query to a file. @throws DuckDB's error if the query is wrong */
export async function exportQuery(
  store: Store,
  sql: string,
  {path, format}: {path: string; format: ExportFormat}
): Promise<void> {
  const options = format === "csv" ? "FORMAT csv, HEADER" : "FORMAT parquet, COMPRESSION zstd";
  await store.connection.run(`COPY (\n${sql.trim().replace(/;\s*$/, "")}\n) TO ${quotedString(path)} (${options})`);
}

/** The same into a temporary file, which is gone when `use` ends. */
export async function exportTemporary<T>(
  store: Store,
  sql: string,
  {format, use}: {format: ExportFormat; use(path: string): Promise<T>}
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "feedbook-"));
  try {
    const path = join(folder, `result.${format}`);
    await exportQuery(store, sql, {path, format});
    return await use(path);
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}
