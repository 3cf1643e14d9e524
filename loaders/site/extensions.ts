import {existsSync, mkdirSync, readFileSync, writeFileSync} from "node:fs";
import {dirname, join} from "node:path/posix";

/** The version of DuckDB in DuckDB-Wasm, for which extensions are fetched. */
export const wasmVersion = "v1.5.6";

/** The file, under the site's source root, that changes with the list of extensions. */
export const extensionsList = ".observablehq/cache/extensions";

/**
 * Tells data loaders which extensions of DuckDB the site ships, and gives the paths of these in a built site and what the
 * head of each page needs. Without extensions there are none, and the head is empty.
 */
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
  const path = "engine/extensions";
  // A preview has files that a page does not name below `_file` only.
  const head = `\n<meta name="duckdb-extensions" content="${listed}" data-path="${preview ? "_file/" : ""}${path}">`;
  return {
    paths: names.map((name) => `/${path}/${wasmVersion}/wasm_eh/${name}.duckdb_extension.wasm`),
    head: names.length === 0 ? "" : head
  };
}
