// The worker of DuckDB-Wasm. Its name is the address of the gzipped module, which is compiled while it comes, and while
// DuckDB-Wasm's own program is loaded.
import {inflate} from "./inflate.js";

const asked: MessageEvent[] = [];
self.onmessage = (event) => asked.push(event);
self.onunhandledrejection = ({reason}) => reportError(reason); // DuckDB-Wasm waits for ever for a module that does not come

const module = WebAssembly.compileStreaming(fetch(self.name).then(inflate));

// It would ask for the module itself, and take it through JavaScript piece by piece to tell its progress.
self.fetch = async () => new Response();
WebAssembly.instantiateStreaming = async (_, imports) => {
  const compiled = await module;
  return {module: compiled, instance: await WebAssembly.instantiate(compiled, imports)};
};

await import("@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js");
for (const event of asked) self.onmessage(event);
