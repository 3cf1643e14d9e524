import {FileAttachment} from "observablehq:stdlib";
import type {AsyncDuckDB} from "@duckdb/duckdb-wasm";
import {inflate} from "./inflate.js";

// The `eh` build: every current browser has WebAssembly exceptions. Nothing is fetched before the first query.
const wasm = FileAttachment("./duckdb-eh.wasm.gz");
const workerUrl = import.meta.resolve("@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js");

let engine: Promise<AsyncDuckDB> | null = null;

/** DuckDB-Wasm, started by the first call and then shared; a start that failed is tried again by the next call. */
export function startEngine(): Promise<AsyncDuckDB> {
  engine ??= start().catch((error: unknown) => {
    engine = null;
    throw error;
  });
  return engine;
}

async function start(): Promise<AsyncDuckDB> {
  const [duckdb, module] = await Promise.all([import("@duckdb/duckdb-wasm"), moduleUrl()]);
  const worker = new Worker(workerUrl, {type: "module"});
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener("error", () => reject(new Error("its worker did not start")), {once: true});
  });
  const db = new duckdb.AsyncDuckDB(new duckdb.VoidLogger(), worker);
  try {
    await Promise.race([db.instantiate(module), failed]);
    await db.open({
      query: {castBigIntToDouble: true, castDecimalToDouble: true},
      // The snapshot is read by ranges; a host without ranges still works, by one whole read.
      filesystem: {forceFullHTTPReads: false, reliableHeadRequests: true, allowFullHTTPReads: true}
    });
    await seal(db);
    return db;
  } catch (error) {
    worker.terminate();
    throw error;
  } finally {
    URL.revokeObjectURL(module);
  }
}

// Extensions would come from another host.
async function seal(db: AsyncDuckDB): Promise<void> {
  const connection = await db.connect();
  await connection.query("SET autoinstall_known_extensions = false; SET autoload_known_extensions = false;");
  await connection.close();
}

async function moduleUrl(): Promise<string> {
  const response = await fetch(await wasm.url());
  if (!response.ok) throw new Error(`${response.status} for ${wasm.name}`);
  const bytes = await inflate(new Uint8Array(await response.arrayBuffer()));
  return URL.createObjectURL(new Blob([bytes], {type: "application/wasm"}));
}
