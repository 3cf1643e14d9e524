import {execFileSync} from "node:child_process";
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {gunzipSync} from "node:zlib";
import type {DuckDBConnection} from "@duckdb/duckdb-wasm/blocking";
import {bind} from "../../src/duckdb/sql/bind.js";
import {clocksOf, standIns, zonesSql} from "../../src/duckdb/stand-ins.js";
import {type Row, toRows} from "../../src/duckdb/values/rows.js";

/** The gzipped module of DuckDB-Wasm that the site ships. */
export function makeModule(): Buffer {
  return execFileSync(process.execPath, ["--import", "tsx", "src/duckdb/duckdb-eh.wasm.gz.ts"], {maxBuffer: 2 ** 26});
}

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
  const folder = mkdtempSync(join(tmpdir(), "feedbook-wasm-"));
  const bundle = {mainModule: join(folder, "duckdb-eh.wasm"), mainWorker: ""};
  writeFileSync(bundle.mainModule, gunzipSync(makeModule()));
  const db = await duckdb.createDuckDB({mvp: bundle, eh: bundle}, new duckdb.VoidLogger(), duckdb.NODE_RUNTIME);
  await db.instantiate(() => {}).finally(() => rmSync(folder, {recursive: true}));
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
