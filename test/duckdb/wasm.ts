import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import type {DuckDBConnection} from "@duckdb/duckdb-wasm/blocking";
import {bind} from "../../src/duckdb/sql/query-text.js";
import {clocksOf, standIns, zonesSql} from "../../src/duckdb/stand-ins.js";
import {type Row, toRows} from "../../src/duckdb/values/rows.js";

/** Time zones that the DuckDB-Wasm of `openWasm` knows: those with odd clocks among them. */
export const wasmZones: readonly string[] = [
  ...["UTC", "America/New_York", "america/new_york", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Gaza"],
  ...["Africa/Casablanca", "Africa/Cairo", "America/Havana", "America/Nuuk", "Africa/Monrovia", "Antarctica/Casey"]
];

/**
 * The DuckDB-Wasm of the site, run by Node, with all stand-ins that pages are given when they ask, and with a snapshot (if any)
 * attached as pages attach it.
 */
export async function openWasm(path?: string): Promise<DuckDBConnection> {
  const require = createRequire(import.meta.url);
  const duckdb: typeof import("@duckdb/duckdb-wasm/blocking") = require("@duckdb/duckdb-wasm/blocking");
  const bundle = {mainModule: require.resolve("@duckdb/duckdb-wasm/dist/duckdb-eh.wasm"), mainWorker: ""};
  const db = await duckdb.createDuckDB({mvp: bundle, eh: bundle}, new duckdb.VoidLogger(), duckdb.NODE_RUNTIME);
  await db.instantiate(() => {});
  db.open({});
  const connection = db.connect();
  connection.query("SET autoinstall_known_extensions = false; SET autoload_known_extensions = false");
  connection.query(standIns);
  connection.query(zonesSql(new Map(wasmZones.map((name) => [name, clocksOf(name)]))));
  if (path === undefined) return connection;
  db.registerFileBuffer("feeds.duckdb", new Uint8Array(readFileSync(path)));
  connection.query("ATTACH 'feeds.duckdb' AS feeds (READ_ONLY)");
  connection.query("USE feeds");
  return connection;
}

/** The rows of a query, whose values are bound as pages bind them. */
export async function askWasm(
  wasm: DuckDBConnection,
  strings: readonly string[],
  values: readonly unknown[] = []
): Promise<Row[]> {
  const {text, params} = bind(strings, values);
  if (params.length === 0) return await toRows(wasm.query(text), async () => []);
  const statement = wasm.prepare(text);
  try {
    return await toRows(statement.query(...params), async () => []);
  } finally {
    statement.close();
  }
}
