// Runs one of the project's TypeScript files, after installing what is missing: plain JavaScript without dependencies,
// as it must work on a fresh clone. Usage: node loaders/run.mjs <file> [arguments]
import {spawnSync} from "node:child_process";
import {existsSync, statSync} from "node:fs";
import {dirname, join, resolve} from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const oldest = [20, 19];

checkNode();
if (isOutdated()) install();
const [file = "", ...args] = process.argv.slice(2);
process.argv.splice(1, process.argv.length - 1, resolve(root, file), ...args);
const {register} = await import("tsx/esm/api");
register();
await import(pathToFileURL(resolve(root, file)).href);

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return;
  console.error(`feedbook: Node ${process.versions.node} is too old: install Node ${oldest.join(".")} or newer`);
  process.exit(2);
}

// npm writes node_modules/.package-lock.json last: older than the lockfile means absent, half done or out of date.
function isOutdated() {
  const installed = join(root, "node_modules", ".package-lock.json");
  return !existsSync(installed) || statSync(installed).mtimeMs < statSync(join(root, "package-lock.json")).mtimeMs;
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
