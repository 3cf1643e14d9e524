// Runs one of the project's TypeScript files, after installing what is missing: plain JavaScript without dependencies,
// as it must work on a fresh clone. Usage: node loaders/run.mjs <file> [arguments]
import {spawnSync} from "node:child_process";
import {existsSync, lstatSync, readFileSync} from "node:fs";
import {dirname, join, resolve} from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const {engines} = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

checkNode();
if (isOutdated()) install();
const [file = "", ...args] = process.argv.slice(2);
process.argv.splice(1, process.argv.length - 1, resolve(root, file), ...args);
const {register} = await import("tsx/esm/api");
register();
await import(pathToFileURL(resolve(root, file)).href).catch(tellBroken);

function checkNode() {
  const {node} = process.versions;
  const oldest = engines.node.replace(">=", "");
  if (node.localeCompare(oldest, "en", {numeric: true}) >= 0) return;
  console.error(`feedbook: Node ${node} is too old: install Node ${oldest} or newer`);
  process.exit(2);
}

// npm writes node_modules/.package-lock.json last, with what it installed: without it an installation is absent or half
// done. Times would not tell: a copy of an old one can be newer than the lockfile.
function isOutdated() {
  const modules = join(root, "node_modules");
  if (lstatSync(modules, {throwIfNoEntry: false})?.isSymbolicLink()) return false; // another checkout's: installing would empty it
  const installed = join(modules, ".package-lock.json");
  if (!existsSync(installed)) return true;
  const [wanted, held] = [join(root, "package-lock.json"), installed].map((path) => {
    return JSON.parse(readFileSync(path, "utf8")).packages;
  });
  // Optional ones are for some systems only.
  return Object.entries(wanted).some(
    ([path, {version, optional}]) => path !== "" && !optional && held[path]?.version !== version
  );
}

// DuckDB's binding is a file for one system, which an installation for another, or half of one, does not have.
function tellBroken(error) {
  if (!/duckdb/i.test(error.message) || !["ERR_DLOPEN_FAILED", "MODULE_NOT_FOUND"].includes(error.code)) throw error;
  console.error(`feedbook: DuckDB does not load: ${error.message.split("\n")[0]}: run npm ci on this machine`);
  process.exit(1);
}

function install() {
  console.error("feedbook: installing packages (once)");
  const npm = process.env.npm_execpath;
  const [command, ...start] = npm ? [process.execPath, npm] : ["npm"];
  const {status} = spawnSync(command, [...start, "ci", "--no-audit", "--no-fund"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    shell: !npm && process.platform === "win32"
  });
  if (status !== 0) process.exit(status ?? 1);
}
