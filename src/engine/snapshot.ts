import {FileAttachment} from "observablehq:stdlib";
import type {AsyncDuckDBConnection} from "@duckdb/duckdb-wasm";
import {connectFile} from "./engine.js";

// When a load has published a new snapshot, a preview reloads this module with new addresses of the files. The engine
// stays.
const files = [FileAttachment("../data/feeds.duckdb"), FileAttachment("../data/feeds.blocks.gz")];

let addresses: Promise<string[]> | null = null;

/** The connection to the snapshot, shared by all queries of an engine; after a failure it is tried again. */
export async function connectSnapshot(): Promise<AsyncDuckDBConnection> {
  addresses ??= Promise.all(files.map((file) => file.url()));
  const [url = "", parts = ""] = (await addresses).map((address) => new URL(address, location.href).href);
  const isFixed = !new URL(url).search; // a preview has a query, and the newest snapshot at any
  return connectFile({url, parts: isFixed ? parts : null});
}
