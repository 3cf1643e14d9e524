// Runs one of the project's TypeScript files, after installing what is missing: plain JavaScript without dependencies,
// as it must work on a fresh clone. Usage: node loaders/run.mjs <file> [arguments]
import {existsSync, lstatSync, readFileSync} from "node:fs";
import {basename, dirname, join, resolve} from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const {engines} = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

checkNode();
const [file = "", ...args] = process.argv.slice(2);
const isTest = file.startsWith("test/"); // nothing else needs the development dependencies
const isPackage = basename(dirname(root)) === "node_modules"; // which npm installed, with all that it needs
const installed = readInstalled();
if (!isPackage && isOutdated()) await install();
const path = isPackage && existsSync(file) ? resolve(file) : resolve(root, file); // a data loader of a project
process.argv.splice(1, process.argv.length - 1, path, ...args);
const {register} = await import("tsx/esm/api");
register();
await import(pathToFileURL(path).href).catch(reportBroken);

function checkNode() {
  const {node} = process.versions;
  const oldest = engines.node.replace(">=", "");
  if (node.localeCompare(oldest, "en", {numeric: true}) >= 0) return;
  console.error(`feedbook: Node ${node} is too old: install Node ${oldest} or newer`);
  process.exit(2);
}

// npm writes node_modules/.package-lock.json last, with what it installed: without it an installation is absent or half
// done. Times would not show it: a copy of an old one can be newer than the lockfile.
function readInstalled() {
  const path = join(root, "node_modules", ".package-lock.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : null;
}

function isOutdated() {
  const modules = join(root, "node_modules");
  if (lstatSync(modules, {throwIfNoEntry: false})?.isSymbolicLink()) return false; // another checkout's: installing would empty it
  if (installed === null) return true;
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  // Optional ones are for some systems only; bundled ones come with another, or are left out.
  return Object.entries(wanted).some(
    ([path, {version, dev, optional, devOptional, inBundle}]) =>
      path !== "" && !optional && !inBundle && (isTest || !(dev || devOptional)) && installed[path]?.version !== version
  );
}

// DuckDB's binding is a file for one system, which an installation for another, or half of one, does not have.
function reportBroken(error) {
  if (!/duckdb/i.test(error.message) || !["ERR_DLOPEN_FAILED", "MODULE_NOT_FOUND"].includes(error.code)) throw error;
  console.error(`feedbook: DuckDB does not load: ${error.message.split("\n")[0]}: run npm ci on this machine`);
  process.exit(1);
}

async function install() {
  const {spawnSync} = await import("node:child_process");
  console.error(`feedbook: installing packages${isTest ? ", also those for tests" : ""} (once)`);
  const isWithoutTests = installed !== null && !Object.values(installed).some(({dev}) => dev);
  const only = isTest ? ["--include=dev"] : isWithoutTests ? ["--omit=dev"] : []; // else npm's own settings say
  const npm = process.env.npm_execpath;
  const [command, ...start] = npm ? [process.execPath, npm] : ["npm"];
  const {status} = spawnSync(command, [...start, "ci", "--no-audit", "--no-fund", ...only], {
    cwd: root,
    env: {...process.env, npm_config_loglevel: "notice"}, // its progress also under npm run -s: it may take a minute
    stdio: ["ignore", process.stderr.fd, "inherit"], // standard output is for results
    shell: !npm && process.platform === "win32"
  });
  if (status !== 0) process.exit(status ?? 1);
}
