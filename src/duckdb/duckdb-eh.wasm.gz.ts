import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {gzipSync} from "node:zlib";

// DuckDB-Wasm's module has 34 MB: some hosts cap a file at 25 MiB, and some do not compress.
const {resolve} = createRequire(import.meta.url);
process.stdout.write(gzipSync(readFileSync(resolve("@duckdb/duckdb-wasm/dist/duckdb-eh.wasm"))));
