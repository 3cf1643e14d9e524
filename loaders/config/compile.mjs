// Compiles a TypeScript file with all that it imports into JavaScript, once for each state of its sources: plain
// JavaScript, as it runs before there is anything compiled.
import {createHash} from "node:crypto";
import {existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync} from "node:fs";
import {basename, dirname, join, resolve} from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const cache = join(root, "node_modules", ".cache", "feedbook");

/** The path of a TypeScript file's JavaScript. @throws an Error that names the line of a mistake */
export async function compiled(file) {
  const path = resolve(file);
  const folder = join(cache, createHash("sha256").update(path).digest("hex").slice(0, 16));
  return readCurrent(folder) ?? (await compile(path, folder));
}

// A folder holds compilations by the state of their sources; `current.json` names the last and its sources.
function readCurrent(folder) {
  try {
    const {name, sources} = JSON.parse(readFileSync(join(folder, "current.json"), "utf8"));
    const isCurrent = Object.entries(sources).every(([source, state]) => stateOf(source) === state);
    return isCurrent && statSync(join(folder, name)).isFile() ? join(folder, name) : null;
  } catch {
    return null; // nothing compiled yet, or not all of it
  }
}

function stateOf(source) {
  const {mtimeMs, size} = statSync(source);
  return `${mtimeMs} ${size}`;
}

async function compile(path, folder) {
  const {build, stop} = await import("esbuild");
  const {metafile, outputFiles} = await build({
    entryPoints: {main: path},
    absWorkingDir: root,
    outdir: join(folder, "made"), // as deep as it will be: source maps are relative
    bundle: true,
    splitting: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: true,
    outExtension: {".js": ".mjs"},
    chunkNames: "[name]-[hash]",
    define: {"import.meta.url": "moduleUrl", "import.meta.dirname": "moduleFolder"},
    plugins: [{name: "places", setup: ({onLoad}) => void onLoad({filter: /\.m?[jt]s$/}, placed)}],
    logLevel: "silent",
    metafile: true,
    write: false
  })
    .catch(reportMistake)
    .finally(stop); // else its process stays as long as this one
  const sources = Object.keys(metafile.inputs).map((name) => resolve(root, name));
  const hash = createHash("sha256");
  for (const {hash: part} of outputFiles) hash.update(part);
  const made = join(folder, hash.digest("hex").slice(0, 16));
  for (const old of [cache, folder]) removeOld(old);
  // Others may be compiling the same: each file is whole, or not there.
  for (const {path: output, contents} of outputFiles) writeWhole(output.replace(join(folder, "made"), made), contents);
  const states = Object.fromEntries(sources.map((source) => [source, stateOf(source)]));
  const name = join(basename(made), "main.mjs");
  writeWhole(join(folder, "current.json"), JSON.stringify({name, sources: states}));
  return join(folder, name);
}

function reportMistake(error) {
  const [{text, location} = {}] = error.errors ?? [];
  if (!location) throw error;
  throw new Error(`${basename(location.file)}:${location.line}:${location.column + 1}: ${text}`);
}

// Of sources that were edited since; what runs longer has read what it needs.
function removeOld(folder) {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const path = join(folder, name);
    if (Date.now() - statSync(path).mtimeMs > 86_400_000) rmSync(path, {recursive: true, force: true});
  }
}

// What is read beside a source is still read there.
function placed({path}) {
  const text = readFileSync(path, "utf8");
  const [url, folder] = [JSON.stringify(pathToFileURL(path).href), JSON.stringify(dirname(path))];
  const place = text.includes("import.meta") ? `const moduleUrl = ${url}, moduleFolder = ${folder};` : "";
  return {contents: `${place}${text}`, loader: path.endsWith("ts") ? "ts" : "js"};
}

function writeWhole(path, contents) {
  mkdirSync(dirname(path), {recursive: true});
  const own = `${path}.${process.pid}.tmp`;
  writeFileSync(own, contents);
  renameSync(own, path);
}
