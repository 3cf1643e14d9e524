import {FileAttachment} from "observablehq:stdlib";
import type {AsyncDuckDB, AsyncDuckDBConnection} from "@duckdb/duckdb-wasm";
import {heldFiles} from "../url/exported.js";
import {loadExtensions} from "./extensions.js";

// The `eh` build: every current browser has WebAssembly exceptions. Nothing is fetched before the first query.
const wasm = FileAttachment("./duckdb-eh.wasm.gz");

const http = 4; // DuckDBDataProtocol.HTTP; importing the enum would load the package

let worker: Worker | null = null;
let engine: Promise<AsyncDuckDB> | null = null;
let opened: {url: string; connection: Promise<AsyncDuckDBConnection>} | null = null;

/** The connection to the DuckDB file at a URL, in place of the previous one. The first call starts DuckDB-Wasm. */
export function connectFile(url: string): Promise<AsyncDuckDBConnection> {
  if (opened?.url === url) return opened.connection;
  const before = opened?.connection;
  const made = {url, connection: open(url, before)};
  opened = made;
  made.connection.catch(() => {
    if (opened === made) opened = null;
  });
  return made.connection;
}

/** Stops DuckDB-Wasm at once: its pending promises never settle. The next `connectFile` starts it again. */
export function stopEngine(): void {
  worker?.terminate();
  worker = null;
  engine = null;
  opened = null;
}

async function open(url: string, before: Promise<AsyncDuckDBConnection> | undefined): Promise<AsyncDuckDBConnection> {
  engine ??= start();
  const db = await engine;
  const connection = await db.connect();
  const held = await heldFiles()?.data();
  await (await before?.catch(() => undefined))?.close();
  // All sent at once: the worker takes them in turn, and none waits until the page has time for the answer before. `true`
  // reads directly: DuckDB-Wasm's own page cache is not aligned to the file's blocks and would fetch five times as much.
  // With its type, DuckDB does not ask for the file once more to find it out.
  await Promise.all([
    connection.query("DETACH DATABASE IF EXISTS feeds"),
    db.dropFile("feeds.duckdb"),
    held ? db.registerFileBuffer("feeds.duckdb", held) : db.registerFileURL("feeds.duckdb", url, http, true),
    connection.query("ATTACH 'feeds.duckdb' AS feeds (READ_ONLY, TYPE duckdb); USE feeds;")
  ]);
  performance.mark("sql ready"); // shows in the browser's developer tools
  return connection;
}

async function start(): Promise<AsyncDuckDB> {
  const held = heldFiles();
  const module = new URL(held === null ? await wasm.url() : "", location.href).href;
  const own =
    (await held?.worker()) ?? new Worker(import.meta.resolve("./engine-worker.js"), {type: "module", name: module});
  worker = own;
  const starting = new AbortController();
  const failed = new Promise<never>((_, reject) => {
    const fail = (event: ErrorEvent) => {
      event.stopImmediatePropagation(); // DuckDB-Wasm would write it to the console, too
      reject(new Error(reasonOf(event.message)));
    };
    own.addEventListener("error", fail, {signal: starting.signal});
  });
  failed.catch(() => {}); // no unhandled rejection before the race below
  try {
    const duckdb = await import("@duckdb/duckdb-wasm");
    const db = new duckdb.AsyncDuckDB(new duckdb.VoidLogger(), own);
    await Promise.race([openEmpty(db, module), failed]);
    return db;
  } catch (error) {
    own.terminate();
    if (worker === own) stopEngine();
    throw error;
  } finally {
    starting.abort();
  }
}

async function openEmpty(db: AsyncDuckDB, module: string): Promise<void> {
  await db.instantiate(module);
  await db.open({
    // The snapshot is read by HTTP ranges. From a host without ranges it is read as a whole.
    filesystem: {forceFullHTTPReads: false, allowFullHTTPReads: true}
  });
  await seal(db, module);
}

// Limits SQL to the snapshot and the extensions of the site, as others come from another host. DuckDB refuses such statements with
// a reason; the worker blocks their requests, whatever DuckDB does.
async function seal(db: AsyncDuckDB, module: string): Promise<void> {
  const connection = await db.connect();
  const installsNothing = connection.query(
    "SET autoinstall_known_extensions = false; SET autoload_known_extensions = false;"
  );
  await Promise.all([installsNothing, loadExtensions((sql) => connection.query(sql), module)]);
  await Promise.all([
    connection.query("SET allowed_paths = ['feeds.duckdb', 'feeds.duckdb.wal']; SET enable_external_access = false;"),
    connection.close()
  ]);
}

// Removes the prefix that browsers add to uncaught errors. A script that did not load has no message.
function reasonOf(message: string | undefined): string {
  return message?.replace(/^(?:Uncaught )?(?:\w*Error: )?/, "") || "its worker did not start";
}
