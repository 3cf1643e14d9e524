import {existsSync, mkdirSync, readFileSync, renameSync, writeFileSync} from "node:fs";
import {dirname, join} from "node:path";
import {packageMark} from "./parse-packages.js";

const name = "@duckdb/duckdb-wasm";
const script = "dist/duckdb-browser-eh.worker.js";

/**
 * Puts the script of DuckDB-Wasm's worker into Framework's cache of packages as it is, a file that needs no other. Framework
 * would bundle it once more, which takes almost as long as all other packages of the site together.
 * @param root the site's source root
 * @param modules where installed packages are
 */
export function keepWorkerScript(root: string, modules = "node_modules"): void {
  const {version} = JSON.parse(readFileSync(join(modules, name, "package.json"), "utf8"));
  const path = join(root, ".observablehq", "cache", "_node", `${name}@${version}`, script);
  if (existsSync(path)) return;
  const text = readFileSync(join(modules, name, script), "utf8").replace(/^\/\/# sourceMappingURL=.*/m, ""); // the site has no map
  mkdirSync(dirname(path), {recursive: true});
  writeFileSync(`${path}.${process.pid}`, packageMark + text);
  renameSync(`${path}.${process.pid}`, path); // whole, or not there, also for a preview and a build that start together
}
