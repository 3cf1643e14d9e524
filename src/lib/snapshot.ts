import {FileAttachment} from "observablehq:stdlib";
import type {AsyncDuckDBConnection} from "@duckdb/duckdb-wasm";
import {connectFile} from "./engine.js";

// A preview gives this module anew, with another address of the file, when a load has published another snapshot; the
// engine stays.
const file = FileAttachment("../data/feeds.duckdb");

let address: Promise<string> | null = null;

/** The connection to the snapshot, shared by all who ask while its engine lives; one that failed is tried again. */
export async function connectSnapshot(): Promise<AsyncDuckDBConnection> {
  address ??= file.url();
  return connectFile(new URL(await address, location.href).href);
}
