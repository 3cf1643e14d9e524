import {version} from "@duckdb/node-api";

/** Version of the DuckDB that the store is written with. */
export function duckdbVersion(): string {
  return version();
}
