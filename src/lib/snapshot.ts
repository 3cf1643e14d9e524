import {FileAttachment} from "observablehq:stdlib";
import type {AsyncDuckDBConnection} from "@duckdb/duckdb-wasm";
import {connectFile} from "./engine.js";

// A preview gives this module anew, with another address of the file, when a load has published another snapshot; the
// engine stays.
const file = FileAttachment("../data/feeds.duckdb");

let connection: Promise<AsyncDuckDBConnection> | null = null;

/** The connection to the snapshot, made by the first call and then shared; one that failed is tried again. */
export function connectSnapshot(): Promise<AsyncDuckDBConnection> {
  connection ??= connect().catch((error: unknown) => {
    connection = null;
    throw error;
  });
  return connection;
}

async function connect(): Promise<AsyncDuckDBConnection> {
  const connected = await connectFile(new URL(await file.url(), location.href).href);
  performance.mark("sql ready"); // shows in the browser's developer tools
  return connected;
}
