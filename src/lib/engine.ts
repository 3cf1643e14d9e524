import {FileAttachment} from "observablehq:stdlib";
import type {AsyncDuckDB, AsyncDuckDBConnection} from "@duckdb/duckdb-wasm";

// The `eh` build: every current browser has WebAssembly exceptions. Nothing is fetched before the first query.
const wasm = FileAttachment("./duckdb-eh.wasm.gz");

const http = 4; // DuckDBDataProtocol.HTTP, whose value import would load the package

let worker: Worker | null = null;
let engine: Promise<AsyncDuckDB> | null = null;
let opened: {url: string; connection: Promise<AsyncDuckDBConnection>} | null = null;

/**
 * The connection to the DuckDB file at an address, of which only the parts that a query reads are fetched. The first call
 * starts DuckDB-Wasm; one for another file closes what an earlier one opened. What failed is tried again.
 */
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

/** Ends DuckDB-Wasm, whatever it does: what waits for it waits for ever. The next `connectFile` starts another. */
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
  await (await before?.catch(() => undefined))?.close();
  await connection.query("DETACH DATABASE IF EXISTS feeds");
  await db.dropFile("feeds.duckdb");
  // Directly: by pages of its own, which lie across the file's blocks, DuckDB-Wasm would fetch five times as much.
  await db.registerFileURL("feeds.duckdb", url, http, true);
  await connection.query("ATTACH 'feeds.duckdb' AS feeds (READ_ONLY); USE feeds;");
  performance.mark("sql ready"); // shows in the browser's developer tools
  return connection;
}

async function start(): Promise<AsyncDuckDB> {
  const module = new URL(await wasm.url(), location.href).href;
  const own = new Worker(import.meta.resolve("./engine-worker.js"), {type: "module", name: module});
  worker = own;
  const failed = new Promise<never>((_, reject) => {
    own.addEventListener("error", ({message}) => reject(new Error(reasonOf(message))), {once: true});
  });
  failed.catch(() => {}); // until it is waited for
  try {
    const duckdb = await import("@duckdb/duckdb-wasm");
    const db = new duckdb.AsyncDuckDB(new duckdb.VoidLogger(), own);
    await Promise.race([db.instantiate(module), failed]);
    await db.open({
      // The snapshot is read by ranges; a host without ranges still works, by one whole read.
      filesystem: {forceFullHTTPReads: false, reliableHeadRequests: true, allowFullHTTPReads: true}
    });
    await seal(db);
    return db;
  } catch (error) {
    own.terminate();
    if (worker === own) stopEngine();
    throw error;
  }
}

// SQL reaches the snapshot and files of the site, and no other host: a policy that only a page carries does not rule a
// worker. Extensions would come from another host, too.
async function seal(db: AsyncDuckDB): Promise<void> {
  const connection = await db.connect();
  await connection.query(`SET autoinstall_known_extensions = false; SET autoload_known_extensions = false;
    SET allowed_directories = ['${location.origin}/']; SET allowed_paths = ['feeds.duckdb', 'feeds.duckdb.wal'];
    SET enable_external_access = false;`);
  await connection.close();
}

// Browsers say differently that nothing caught an error; a script that did not come has no message.
function reasonOf(message: string | undefined): string {
  return message?.replace(/^(?:Uncaught )?(?:\w*Error: )?/, "") || "its worker did not start";
}
