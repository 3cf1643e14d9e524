import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {gzipSync} from "node:zlib";
import {withExports} from "./exports.js";

// 34 MB: some hosts cap a file at 25 MiB and some do not compress. DuckDB-Wasm exports each of its 75 000 functions for
// extensions, which would come from another host; a browser takes a third of a second to list them. Its worker calls some
// by the names that it spells, others by their type.
const {resolve} = createRequire(import.meta.url);
const worker = readFileSync(resolve("@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js"), "utf8");
const spelled = new Set(worker.match(/[\w$]+/g));
const calls = (name: string) => spelled.has(name) || spelled.has(`_${name}`) || name.startsWith("dynCall_");
const module = readFileSync(resolve("@duckdb/duckdb-wasm/dist/duckdb-eh.wasm"));
process.stdout.write(gzipSync(withExports(module, calls), {level: 9}));
