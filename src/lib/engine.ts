import {FileAttachment} from "observablehq:stdlib";
import type {AsyncDuckDB, AsyncDuckDBConnection} from "@duckdb/duckdb-wasm";

// The `eh` build: every current browser has WebAssembly exceptions. Nothing is fetched before the first query.
const wasm = FileAttachment("./duckdb-eh.wasm.gz");

const http = 4; // DuckDBDataProtocol.HTTP, whose value import would load the package

let engine: Promise<AsyncDuckDB> | null = null;
let open: AsyncDuckDBConnection | null = null;

/**
 * Connects to the DuckDB file at an address, of which only the parts that a query reads are fetched. The first call
 * starts DuckDB-Wasm; a later one closes what an earlier one opened. A start that failed is tried again.
 */
export async function connectFile(url: string): Promise<AsyncDuckDBConnection> {
  engine ??= start().catch((error: unknown) => {
    engine = null;
    throw error;
  });
  const db = await engine;
  const connection = await db.connect();
  await open?.close();
  open = connection;
  await connection.query("DETACH DATABASE IF EXISTS feeds");
  await db.dropFile("feeds.duckdb");
  // Directly: by pages of its own, which lie across the file's blocks, DuckDB-Wasm would fetch five times as much.
  await db.registerFileURL("feeds.duckdb", url, http, true);
  await connection.query("ATTACH 'feeds.duckdb' AS feeds (READ_ONLY); USE feeds;");
  return connection;
}

async function start(): Promise<AsyncDuckDB> {
  const module = new URL(await wasm.url(), location.href).href;
  const worker = new Worker(import.meta.resolve("./engine-worker.js"), {type: "module", name: module});
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener("error", ({message}) => reject(new Error(reasonOf(message))), {once: true});
  });
  failed.catch(() => {}); // until it is waited for
  try {
    const duckdb = await import("@duckdb/duckdb-wasm");
    const db = new duckdb.AsyncDuckDB(new duckdb.VoidLogger(), worker);
    await Promise.race([db.instantiate(module), failed]);
    await db.open({
      // The snapshot is read by ranges; a host without ranges still works, by one whole read.
      filesystem: {forceFullHTTPReads: false, reliableHeadRequests: true, allowFullHTTPReads: true}
    });
    await seal(db);
    return db;
  } catch (error) {
    worker.terminate();
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
