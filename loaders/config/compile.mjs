// Compiles a TypeScript file with all its imports into JavaScript, and again whenever a source changes. This file is
// plain JavaScript, as it runs before anything is compiled.
import {createHash} from "node:crypto";
import {existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync} from "node:fs";
import {basename, dirname, join, resolve} from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const cache = join(root, "node_modules", ".cache", "feedbook");

/** Compiles a TypeScript file, and returns the path of its JavaScript. @throws an Error that names the line of a mistake */
export async function compiled(file) {
  const path = resolve(file);
  const folder = join(cache, createHash("sha256").update(path).digest("hex").slice(0, 16));
  return readCurrent(folder) ?? (await compile(path, folder));
}

// The folder has one subfolder for each compiled version; `current.json` names the latest one and its sources.
function readCurrent(folder) {
  try {
    const {name, sources} = JSON.parse(readFileSync(join(folder, "current.json"), "utf8"));
    const isCurrent = Object.entries(sources).every(([source, state]) => stateOf(source) === state);
    return isCurrent && statSync(join(folder, name)).isFile() ? join(folder, name) : null;
  } catch {
    return null; // not compiled yet, or only in part
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
    outdir: join(folder, "made"), // the final folder has the same depth, as paths in source maps are relative
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
    plugins: [{name: "source-paths", setup: ({onLoad}) => void onLoad({filter: /\.m?[jt]s$/}, withSourcePath)}],
    logLevel: "silent",
    metafile: true,
    write: false
  })
    .catch(reportMistake)
    .finally(stop); // otherwise the process of esbuild runs as long as this one
  const sources = Object.keys(metafile.inputs).map((name) => resolve(root, name));
  const hash = createHash("sha256");
  for (const {hash: part} of outputFiles) hash.update(part);
  const made = join(folder, hash.digest("hex").slice(0, 16));
  for (const old of [cache, folder]) removeOld(old);
  // Another process may be compiling the same file: each output must be complete or absent.
  for (const {path: output, contents} of outputFiles) writeAtOnce(output.replace(join(folder, "made"), made), contents);
  const states = Object.fromEntries(sources.map((source) => [source, stateOf(source)]));
  const name = join(basename(made), "main.mjs");
  writeAtOnce(join(folder, "current.json"), JSON.stringify({name, sources: states}));
  return join(folder, name);
}

function reportMistake(error) {
  const [{text, location} = {}] = error.errors ?? [];
  if (!location) throw error;
  throw new Error(`${basename(location.file)}:${location.line}:${location.column + 1}: ${text}`);
}

// Removes compiled versions older than a day. A process that still runs one has read all its files by then.
function removeOld(folder) {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const path = join(folder, name);
    if (Date.now() - statSync(path).mtimeMs > 86_400_000) rmSync(path, {recursive: true, force: true});
  }
}

// In compiled code `import.meta` must name the source, so that files beside the source are found.
function withSourcePath({path}) {
  const text = readFileSync(path, "utf8");
  const [url, folder] = [JSON.stringify(pathToFileURL(path).href), JSON.stringify(dirname(path))];
  const place = text.includes("import.meta") ? `const moduleUrl = ${url}, moduleFolder = ${folder};` : "";
  return {contents: `${place}${text}`, loader: path.endsWith("ts") ? "ts" : "js"};
}

function writeAtOnce(path, contents) {
  mkdirSync(dirname(path), {recursive: true});
  const own = `${path}.${process.pid}.tmp`;
  writeFileSync(own, contents);
  renameSync(own, path);
}
