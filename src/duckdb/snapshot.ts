import {FileAttachment} from "observablehq:stdlib";
import type {AsyncDuckDBConnection} from "@duckdb/duckdb-wasm";
import {connectFile} from "./engine.js";

// When a load has published a new snapshot, a preview reloads this module with the new address. The engine stays.
const file = FileAttachment("../data/feeds.duckdb");

/** The connection to the snapshot, shared by all queries of an engine. A call after a failure tries again. */
export async function connectSnapshot(): Promise<AsyncDuckDBConnection> {
  return connectFile(new URL(await file.url(), location.href).href);
}
