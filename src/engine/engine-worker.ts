// The worker of DuckDB-Wasm. Its name is the address of the gzipped module, which is compiled while it downloads and
// while DuckDB-Wasm's own script loads.
import {type Ahead, answeringFrom, fetchAhead} from "./ahead.js";
import {makeGuard} from "./guard.js";
import {inflate} from "./inflate.js";

const module = WebAssembly.compileStreaming(fetch(self.name).then(inflate));
module.catch(reportError); // without this DuckDB-Wasm would wait forever for a failed download

// SQL can name any address, and the content security policy of a page does not apply to its worker. So nothing is asked but
// the file that the page registers, and the site's extensions. This listener comes before that of DuckDB-Wasm.
const guard = makeGuard(new URL("../../", self.name).href, self.location.href);
const {fetch: ask, XMLHttpRequest: Request} = self;
let ahead: Ahead | null = null;
self.addEventListener("message", (event) => {
  const {type, data} = event.data;
  if (type === "REGISTER_FILE_URL") guard.allow(data[0], data[1]);
  if (type !== "READ_AHEAD") return;
  event.stopImmediatePropagation(); // DuckDB-Wasm does not know it
  void fetchAhead(data.url, data.parts, ask).then((found) => {
    ahead = found;
  });
});
const early: MessageEvent[] = []; // messages that arrive before DuckDB-Wasm listens
self.onmessage = (event) => early.push(event);

const {open} = Request.prototype;
Request.prototype.open = function (this: XMLHttpRequest, ...given: [method: string, address: string | URL]) {
  guard.check(String(given[1]));
  Reflect.apply(open, this, given); // with what else was given, such as whether it waits
};
self.XMLHttpRequest = answeringFrom(() => ahead, Request);

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
