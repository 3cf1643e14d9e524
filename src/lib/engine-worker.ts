// The worker of DuckDB-Wasm. Its name is the address of the gzipped module, which is compiled while it comes, and while
// DuckDB-Wasm's own program is loaded.
import {inflate} from "./inflate.js";

const asked: MessageEvent[] = [];
self.onmessage = (event) => asked.push(event);

const module = WebAssembly.compileStreaming(fetch(self.name).then(inflate));
module.catch(reportError); // DuckDB-Wasm would wait for ever for a module that does not come

// It would ask for the module itself, and take it through JavaScript piece by piece to tell its progress.
self.fetch = async () => new Response();
WebAssembly.instantiateStreaming = async (_, imports) => {
  const compiled = await module;
  const instance = await WebAssembly.instantiate(compiled, imports).catch(stop);
  return {module: compiled, instance};
};

// What fails becomes the query's error. DuckDB-Wasm would log it, too, even where it is ended in the middle of a read.
console.error = () => {};

await import("@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js");
for (const event of asked) self.onmessage(event);

function stop(error: unknown): never {
  reportError(error);
  throw error;
}
