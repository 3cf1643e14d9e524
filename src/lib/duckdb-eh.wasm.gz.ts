import {createReadStream} from "node:fs";
import {createRequire} from "node:module";
import {pipeline} from "node:stream/promises";
import {createGzip} from "node:zlib";

// 34 MB, 7.6 MB gzipped: some hosts cap a file at 25 MiB and some do not compress.
const path = createRequire(import.meta.url).resolve("@duckdb/duckdb-wasm/dist/duckdb-eh.wasm");
await pipeline(createReadStream(path), createGzip({level: 9}), process.stdout);
