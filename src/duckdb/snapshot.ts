import {FileAttachment} from "observablehq:stdlib";
import type {AsyncDuckDBConnection} from "@duckdb/duckdb-wasm";
import {exported, oneView} from "../url/exported.js";
import {connectFile} from "./engine.js";

// When a load has published a new snapshot, a preview reloads this module with the new address. The engine stays.
const file = FileAttachment("../data/feeds.duckdb");

/** The snapshot's address, another one after each load. */
export async function snapshotUrl(): Promise<string> {
  return new URL(await file.url(), location.href).href;
}

/** The connection to the snapshot, shared by all queries of an engine. A call after a failure tries again. */
export async function connectSnapshot(): Promise<AsyncDuckDBConnection> {
  if (exported() === "view") throw new Error(oneView);
  return connectFile(await snapshotUrl());
}

let warm = false;

/** Starts DuckDB-Wasm once the browser is idle, unless the reader saves data or has a slow or metered connection. */
export function warmUp(): void {
  if (warm || exported() !== null || typeof requestIdleCallback === "undefined") return;
  const network: {saveData?: boolean; effectiveType?: string; type?: string} | undefined = Reflect.get(
    navigator,
    "connection"
  );
  const {saveData, effectiveType = "4g", type} = network ?? {};
  if (saveData || effectiveType !== "4g" || type === "cellular") return;
  warm = true;
  const connect = () => void connectSnapshot().catch(() => {});
  const start = () => requestAnimationFrame(() => requestIdleCallback(connect)); // first the picture
  if (document.readyState === "complete") start();
  else window.addEventListener("load", start, {once: true});
}
