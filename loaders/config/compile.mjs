// Compiles a TypeScript file with all its imports into JavaScript, and again whenever a source changes. This file is
// plain JavaScript, as it runs before anything is compiled.
import {createHash} from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync
} from "node:fs";
import {isBuiltin} from "node:module";
import {tmpdir} from "node:os";
import {basename, dirname, join, resolve} from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";

const self = fileURLToPath(import.meta.url);
const root = join(dirname(self), "..", "..");
const cache = join(root, "node_modules", ".cache", "feedbook");

/**
 * Compiles a TypeScript file, and returns the path of its JavaScript. `withPackages` compiles packages into it, too: Node takes
 * longer to find and read their hundreds of files than most commands take. `shared` has modules of this process by path, which
 * the file imports instead of copies of its own. @throws an Error that names the line of a mistake
 */
export async function compiled(file, {withPackages = false, shared = {}} = {}) {
  const path = resolve(file);
  Object.assign(globalThis[sharing], shared);
  const key = createHash("sha256").update(JSON.stringify([path, withPackages, Object.keys(shared)]));
  const folder = join(cache, key.digest("hex").slice(0, 16));
  return readCurrent(folder) ?? (await compile({path, folder, withPackages, shared}));
}

const sharing = Symbol.for("feedbook.shared");
globalThis[sharing] ??= {};

// The folder has one subfolder for each compiled version; `current.json` names the latest one and its sources.
function readCurrent(folder) {
  try {
    const {name, sources} = JSON.parse(readFileSync(join(folder, "current.json"), "utf8"));
    const isCurrent = Object.entries(sources).every(([source, state]) => stateOf(source) === state);
    if (!isCurrent || !statSync(join(folder, name)).isFile()) return null;
    noteUse(folder);
    return join(folder, name);
  } catch {
    return null; // not compiled yet, or only in part
  }
}

function stateOf(source) {
  const {mtimeMs, size} = statSync(source);
  return `${mtimeMs} ${size}`;
}

async function compile({path, folder, withPackages, shared}) {
  const place = isWritable(folder) ? folder : ownFolder();
  const {build, stop} = await import("esbuild");
  const states = {[self]: stateOf(self)};
  const {metafile, outputFiles} = await build({
    entryPoints: {main: path},
    absWorkingDir: root,
    outdir: join(place, "made"), // the final folder has the same depth, as paths in source maps are relative
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: true,
    ...{minifySyntax: true, minifyWhitespace: true}, // Node reads it in half the time then
    outExtension: {".js": ".mjs"},
    chunkNames: "[name]-[hash]",
    define: {"import.meta.url": "moduleUrl", "import.meta.dirname": "moduleFolder"},
    plugins: [builtins, packages(withPackages, {isApart: place !== folder}), sourcePaths(states, shared)],
    logLevel: "silent",
    metafile: true,
    write: false
  })
    .catch(reportMistake)
    .finally(stop); // otherwise the process of esbuild runs as long as this one
  const hash = createHash("sha256");
  for (const {hash: part} of outputFiles) hash.update(part);
  const made = hash.digest("hex").slice(0, 16);
  if (place === folder) for (const old of [cache, folder]) removeOld(old);
  // Another process may be compiling the same file: each output must be complete or absent.
  for (const {path: output, contents} of outputFiles)
    writeAtOnce(output.replace(join(place, "made"), join(place, made)), contents);
  for (const name of Object.keys(metafile.inputs)) {
    const source = resolve(root, name);
    if (!/^[\w-]{2,}:/.test(name)) states[source] ??= stateOf(source);
  }
  const name = join(made, "main.mjs");
  writeAtOnce(join(place, "current.json"), JSON.stringify({path, name, sources: states}));
  return join(place, name);
}

function reportMistake(error) {
  const [{text, location} = {}] = error.errors ?? [];
  if (!location) throw error;
  throw new Error(`${basename(location.file)}:${location.line}:${location.column + 1}: ${text}`);
}

// An import of one of Node's modules evaluates all its exports, even slow ones that nobody uses, such as `webcrypto` of
// `crypto`. This reads only those that are used.
const builtins = {
  name: "builtins",
  setup({onResolve, onLoad}) {
    const namespace = "builtin";
    onResolve({filter: /^[\w:/]+$/}, ({path}) => (isBuiltin(path) ? {path, namespace} : null));
    onLoad({filter: /.*/, namespace}, ({path}) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`
    }));
  }
};

// These packages read files beside their code: a binding, a program, page templates. AWS's large ones are for buckets alone.
const placed = /^(?:@aws-sdk\/.*|@duckdb\/node-bindings|@observablehq\/framework|esbuild)(?:\/|$)/;

function packages(included, {isApart}) {
  return {
    name: "packages",
    setup({onResolve, onLoad}) {
      const namespace = "required";
      onResolve({filter: /^[^./]/}, ({path, kind}) => {
        if (kind === "entry-point" || (included && !placed.test(path))) return null;
        if (kind === "require-call") return {path, namespace};
        return {path: isApart ? addressOf(path) : path, external: true};
      });
      const from = JSON.stringify(join(root, "package.json"));
      onLoad({filter: /.*/, namespace}, ({path}) => ({
        contents: `module.exports = process.getBuiltinModule("module").createRequire(${from})(${JSON.stringify(path)})`
      }));
    }
  };
}

// A folder outside the project finds no package by its name.
function addressOf(name) {
  try {
    return import.meta.resolve(name);
  } catch {
    return name; // the import will report it as missing
  }
}

// In compiled code `import.meta` must name the source, so that files beside the source are found. The state of a source is
// noted before it is read: an edit during the compilation makes the result outdated.
function sourcePaths(states, shared) {
  return {
    name: "source-paths",
    setup: ({onLoad}) =>
      void onLoad({filter: /\.[cm]?[jt]s$/, namespace: "file"}, ({path}) => {
        states[path] ??= stateOf(path);
        if (path in shared) return {contents: sharedText(path, shared[path])};
        const text = readFileSync(path, "utf8");
        const [url, folder] = [JSON.stringify(pathToFileURL(path).href), JSON.stringify(dirname(path))];
        const place = text.includes("import.meta") ? `const moduleUrl = ${url}, moduleFolder = ${folder};` : "";
        return {contents: `${place}${text}`, loader: path.endsWith("ts") ? "ts" : "js"};
      })
  };
}

function sharedText(path, module) {
  return `export const {${Object.keys(module)}} = globalThis[Symbol.for("feedbook.shared")][${JSON.stringify(path)}];`;
}

function isWritable(folder) {
  try {
    mkdirSync(folder, {recursive: true});
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false; // node_modules belongs to another user, or is on a read-only disk
  }
}

// A temporary folder of this process, removed at its end.
function ownFolder() {
  const folder = mkdtempSync(join(tmpdir(), "feedbook-"));
  process.once("exit", () => rmSync(folder, {recursive: true, force: true}));
  return folder;
}

const day = 86_400_000;

// The time of a folder tells when it was last used.
function noteUse(folder) {
  try {
    const now = Date.now();
    if (Math.abs(now - statSync(folder).mtimeMs) > day / 2) utimesSync(folder, now / 1000, now / 1000);
  } catch {
    // The folder may belong to another user.
  }
}

// Removes what was not used for a week, and after a day what was compiled from files that no longer exist.
function removeOld(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const age = Date.now() - (statSync(path, {throwIfNoEntry: false})?.mtimeMs ?? Date.now());
    if (age > 7 * day || (age > day && isGone(path))) rmSync(path, {recursive: true, force: true});
  }
}

function isGone(folder) {
  try {
    return !existsSync(JSON.parse(readFileSync(join(folder, "current.json"), "utf8")).path);
  } catch {
    return false;
  }
}

function writeAtOnce(path, contents) {
  mkdirSync(dirname(path), {recursive: true});
  const own = `${path}.${process.pid}.tmp`;
  writeFileSync(own, contents);
  renameSync(own, path);
}
