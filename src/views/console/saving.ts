import {fileName, type SavedFile} from "../../charts/save.js";
import type {Row} from "../../duckdb/values/rows.js";

/** Rows as JSON, a line each: times as ISO 8601 in UTC; numbers that JSON has not are null. */
export function jsonFile(name: string, rows: readonly Row[]): SavedFile {
  const text = `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`;
  return {name: `${fileName(name)}.json`, blob: new Blob([text], {type: "application/json"})};
}

/** Rows as an Arrow file, for DuckDB, pandas and R: whole numbers as BIGINT, others as DOUBLE, times in ms, else text. */
export async function arrowFile(name: string, rows: readonly Row[]): Promise<SavedFile> {
  const {streamOf} = await import("../../duckdb/values/arrow-stream.js");
  const bytes = streamOf(rows);
  return {
    name: `${fileName(name)}.arrows`,
    blob: new Blob([bytes as Uint8Array<ArrayBuffer>], {type: "application/vnd.apache.arrow.stream"})
  };
}
