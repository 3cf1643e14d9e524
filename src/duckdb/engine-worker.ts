// The worker of DuckDB-Wasm. Its name is the address of the gzipped module, which downloads while DuckDB-Wasm's script loads.
import {makeGuard} from "./guard.js";
import {inflate} from "./inflate.js";

const held: string | undefined = Reflect.get(self, "fbModule"); // the module itself, in an exported file
const module = fetch(held ?? self.name).then(inflate);
self.fetch = () => module; // DuckDB-Wasm fetches nothing but its module, which it takes uncompressed
// DuckDB-Wasm would wait forever for a module that fails to download or to start.
self.addEventListener("unhandledrejection", ({reason}) => reportError(reason));

// SQL can name any address, and the content security policy of a page does not apply to its worker. So a request passes only if
// it is for the file that the page registers, or for an extension of the site. This listener runs before DuckDB-Wasm's own.
const root = held === undefined ? new URL("../../", self.name).href : self.location.href; // from a file SQL reaches nothing
const guard = makeGuard(root, self.location.href);
const early: MessageEvent[] = []; // messages that arrive before DuckDB-Wasm listens
self.onmessage = (event) => early.push(event);
self.addEventListener("message", ({data: {type, data}}) => {
  if (type === "REGISTER_FILE_URL") guard.allow(data[0], data[1]);
});
const {open} = XMLHttpRequest.prototype;
XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...args: [method: string, address: string | URL]) {
  guard.check(String(args[1]));
  Reflect.apply(open, this, args);
};

await import("@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js");
for (const event of early) self.onmessage(event);
