import {existsSync, mkdirSync, readFileSync, writeFileSync} from "node:fs";
import {dirname, join} from "node:path/posix";

// The DuckDB version of DuckDB-Wasm, for which extensions are fetched.
const wasmVersion = "v1.5.6";

/** A file under the site's source root that changes with the list of extensions. */
export const extensionsList = ".observablehq/cache/extensions";

/** Passes the list of extensions to data loaders. Returns their paths in a site, and what each page's head needs. */
export function shipExtensions(
  root: string,
  names: readonly string[],
  {preview}: {preview: boolean}
): {paths: string[]; head: string} {
  const listed = names.join(" ");
  process.env.FEEDBOOK_EXTENSIONS = listed;
  const note = join(root, extensionsList);
  if ((existsSync(note) ? readFileSync(note, "utf8") : "") !== listed) {
    mkdirSync(dirname(note), {recursive: true});
    writeFileSync(note, listed);
  }
  const path = "duckdb/extensions";
  // A preview serves files that no page names only below `_file`.
  const head = `\n<meta name="duckdb-extensions" content="${listed}" data-path="${preview ? "_file/" : ""}${path}">`;
  return {
    paths: names.map((name) => `/${path}/${wasmVersion}/wasm_eh/${name}.duckdb_extension.wasm`),
    head: names.length === 0 ? "" : head
  };
}
