import type {DuckDBConnection} from "@duckdb/node-api";

/** An open store. Only one process may hold it for writing, and then no other can read it: close it soon. */
export interface Store {
  readonly path: string;
  readonly connection: DuckDBConnection;
  close(): void;
}
