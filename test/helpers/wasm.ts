import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import type {DuckDBConnection} from "@duckdb/duckdb-wasm/blocking";

/** The DuckDB-Wasm of the site, run by Node, with a snapshot attached as pages attach it. */
export async function openWasm(path: string): Promise<DuckDBConnection> {
  const require = createRequire(import.meta.url);
  const duckdb: typeof import("@duckdb/duckdb-wasm/blocking") = require("@duckdb/duckdb-wasm/blocking");
  const module = require.resolve("@duckdb/duckdb-wasm/dist/duckdb-eh.wasm");
  const bundle = {mainModule: module, mainWorker: ""};
  const db = await duckdb.createDuckDB({mvp: bundle, eh: bundle}, new duckdb.VoidLogger(), duckdb.NODE_RUNTIME);
  await db.instantiate(() => {});
  db.open({query: {castBigIntToDouble: true, castDecimalToDouble: true}});
  db.registerFileBuffer("feeds.duckdb", new Uint8Array(readFileSync(path)));
  const connection = db.connect();
  connection.query("ATTACH 'feeds.duckdb' AS feeds (READ_ONLY)");
  connection.query("USE feeds");
  return connection;
}
