// The worker of DuckDB-Wasm. Its name is the address of the gzipped module, which is compiled while it downloads and
// while DuckDB-Wasm's own script loads.
import {inflate} from "./inflate.js";

const early: MessageEvent[] = []; // messages that arrive before DuckDB-Wasm listens
self.onmessage = (event) => early.push(event);

const module = WebAssembly.compileStreaming(fetch(self.name).then(inflate));
module.catch(reportError); // without this DuckDB-Wasm would wait forever for a failed download

// DuckDB-Wasm would download the module itself, and pass it through JavaScript in pieces to report progress.
self.fetch = async () => new Response();
WebAssembly.instantiateStreaming = async (_, imports) => {
  const compiled = await module;
  const instance = await WebAssembly.instantiate(compiled, imports).catch(stop);
  return {module: compiled, instance};
};

// Failures become errors of queries. DuckDB-Wasm would also log them, even when it is stopped in the middle of a read.
console.error = () => {};

await import("@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js");
for (const event of early) self.onmessage(event);

function stop(error: unknown): never {
  reportError(error);
  throw error;
}
