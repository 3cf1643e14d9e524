import {FileAttachment} from "observablehq:stdlib";
import type {AsyncDuckDB, AsyncDuckDBConnection} from "@duckdb/duckdb-wasm";
import {startEngine} from "./engine.js";

const http = 4; // DuckDBDataProtocol.HTTP, whose value import would load the package
const file = FileAttachment("../data/feeds.duckdb");

let connection: Promise<AsyncDuckDBConnection> | null = null;

/** A connection to the snapshot, of which only the parts that a query reads are fetched; opened by the first call. */
export function connectSnapshot(): Promise<AsyncDuckDBConnection> {
  connection ??= startEngine()
    .then(attach)
    .catch((error: unknown) => {
      connection = null;
      throw error;
    });
  return connection;
}

// A preview gives this module anew, with another address, when a load has published another snapshot.
async function attach(db: AsyncDuckDB): Promise<AsyncDuckDBConnection> {
  const url = new URL(await file.url(), location.href).href;
  const connected = await db.connect();
  await connected.query("USE memory; DETACH DATABASE IF EXISTS feeds;");
  const name = `feeds-${Date.now()}.duckdb`;
  await db.registerFileURL(name, url, http, false);
  await connected.query(`ATTACH '${name}' AS feeds (READ_ONLY); USE feeds;`);
  return connected;
}
