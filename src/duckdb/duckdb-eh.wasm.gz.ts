import {createHash} from "node:crypto";
import {existsSync, mkdirSync, readFileSync, renameSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {dirname, join} from "node:path";
import {gzipSync} from "node:zlib";
import {withExports} from "./exports.js";

// 34 MB: some hosts cap a file at 25 MiB and some do not compress. DuckDB-Wasm exports each of its 75 000 functions for
// extensions; a browser takes a third of a second to list them. Unless the config lists extensions, the site has none, and
// only the functions that the worker calls are exported: some by the names that it spells, others by their type.
const {resolve} = createRequire(import.meta.url);
const worker = readFileSync(resolve("@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js"), "utf8");
const spelled = new Set(worker.match(/[\w$]+/g));
const calls = (name: string) => spelled.has(name) || spelled.has(`_${name}`) || name.startsWith("dynCall_");
const modulePath = resolve("@duckdb/duckdb-wasm/dist/duckdb-eh.wasm");
const module = readFileSync(modulePath);
const isCut = !process.env.FEEDBOOK_EXTENSIONS;
process.stdout.write(once(() => gzipSync(isCut ? withExports(module, calls) : module, {level: 9})));

// Compressing takes seconds, so the result is kept beside the packages, under a hash of its sources.
function once(make: () => Buffer): Buffer {
  const sources = ["duckdb-eh.wasm.gz.ts", "exports.ts"].map((name) => readFileSync(new URL(name, import.meta.url)));
  const hash = createHash("sha256");
  for (const part of [module, worker, String(isCut), process.versions.zlib, ...sources]) hash.update(part);
  const path = join(
    modulePath,
    "../../../..",
    ".cache",
    "feedbook",
    `duckdb-eh-${hash.digest("hex").slice(0, 16)}.wasm.gz`
  );
  if (existsSync(path)) return readFileSync(path);
  const made = make();
  mkdirSync(dirname(path), {recursive: true});
  writeFileSync(`${path}.${process.pid}`, made);
  renameSync(`${path}.${process.pid}`, path); // whole, or not there
  return made;
}
