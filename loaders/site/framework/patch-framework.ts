import {createHash} from "node:crypto";
import {existsSync} from "node:fs";
import {join} from "node:path/posix";
import {CliError} from "@observablehq/framework/dist/error.js";
import {type Loader, LoaderResolver} from "@observablehq/framework/dist/loader.js";
import {messageOf} from "../../config/errors.js";
import {guard} from "../../http/guard.js";
import {
  freshOutput,
  type Inputs,
  mtime,
  onWritten,
  outputPath,
  readsSnapshot,
  reportedError,
  reportOnce,
  runLoader
} from "../data-loaders/outputs.js";
import {editPath, takeEdits} from "../edit/server.js";
import {answerInstalled} from "../installed.js";
import {lackedImports} from "../pages/lacked-imports.js";
import {faultsOfNames} from "../pages/page-files.js";
import {checkPage} from "../pages/pages.js";
import {hides, protectPage} from "../policy.js";
import {keepPackages} from "./packages.js";

// All changes to Observable Framework 1.13.4, each with its reason: Framework has no option for them. They last as long as this
// process. package.json pins the version; observable.d.ts has the types.

/** Options of `patchFramework`. */
export interface Patched extends Inputs {
  /** Whether this is a preview: faulty pages show their faults, and open pages follow the snapshot. */
  preview: boolean;
  allowErrors?: boolean;
}

let patched: Patched | null = null;

/** Patches Framework; a second call only changes the options. */
export async function patchFramework(given: Patched): Promise<void> {
  const isFirst = patched === null;
  patched = given;
  if (!isFirst) return;
  refuseNetwork();
  keepOutputsApart();
  checkPages();
  followSnapshot();
  if (!given.preview) return hashModulesOnce();
  reportUpdates();
  await securePreview();
}

function now(): Patched {
  if (patched === null) throw new Error("Framework is not patched");
  return patched;
}

// Why: Framework fetches packages from a registry and a CDN. The readers of files are installed, and nothing else is allowed.
function refuseNetwork(): void {
  globalThis.fetch = async (input) => {
    const url = input instanceof Request ? input.url : String(input);
    const installed = await answerInstalled(url);
    if (installed !== null) return installed;
    const reason = `refused to ask ${url}: install the package, and import it by its name in a module of src/lib`;
    throw Object.assign(new Error(reason), {stack: reason}); // Framework prints the stack
  };
}

// Why: Framework has one cache per checkout, so a preview of one store would show rows of another. A build uses stale outputs.
// Any number of loaders run at a time, each SQL loader in its own process, and Framework loses the reason of a failure.
function keepOutputsApart(): void {
  const {find, getOutputFilePath} = LoaderResolver.prototype;
  LoaderResolver.prototype.getOutputFilePath = function (path) {
    const output = getOutputFilePath.call(this, path);
    return output === path ? path : outputPath(path, now());
  };
  LoaderResolver.prototype.find = function (path) {
    const loader = find.call(this, path);
    if (loader?.targetPath !== undefined) patchLoader(loader);
    return loader;
  };
}

const patchedLoaders = new WeakSet<object>();

// Framework does not export its loader classes, so each is patched when its first loader appears.
function patchLoader(loader: Loader): void {
  const base = ownerOf(loader, "load");
  if (base !== null && !patchedLoaders.has(base)) {
    patchedLoaders.add(base);
    const {load} = base;
    base.load = function (options, effects) {
      return freshOutput(this, () => load.call(this, options, effects), {...now(), ...options});
    };
  }
  const command = ownerOf(loader, "exec");
  if (loader.command !== undefined && command !== null)
    command.exec = function (output) {
      return runLoader(this, output, now().snapshotPath);
    };
}

function ownerOf(loader: Loader, method: "exec" | "load"): Loader | null {
  let owner: Loader | null = loader;
  while (owner !== null && !Object.hasOwn(owner, method)) owner = Object.getPrototypeOf(owner);
  return owner;
}

// Why: a page that loads from a CDN, or imports a missing name, would fail only in the browser. Every page of simulated data
// must be marked. Framework bundles packages with Rollup, which takes ten times as long as esbuild.
function checkPages(): void {
  const {findPagePaths, loadPage} = LoaderResolver.prototype;
  LoaderResolver.prototype.findPagePaths = function () {
    const faults = faultsOfNames(this.root);
    if (faults.length > 0) throw reportedError(faults.join("\n"));
    const only = process.env.FEEDBOOK_PAGES?.split("\n"); // an export builds its pages alone
    return only === undefined ? findPagePaths.call(this) : only.map((page) => `/${page}`);
  };
  LoaderResolver.prototype.loadPage = async function (...args) {
    const page = await loadPage.apply(this, args);
    await keepPackages(this.root, page);
    return checkPage(page, this.root, {...now(), has: (path) => this.find(path) !== undefined});
  };
}

// Why: Framework does not watch the snapshot, with which the outputs of data loaders change.
function followSnapshot(): void {
  const {getSourceFileHash, watchFiles} = LoaderResolver.prototype;
  LoaderResolver.prototype.getSourceFileHash = function (name) {
    const hash = getSourceFileHash.call(this, name);
    const source = join(this.root, this.getSourceFilePath(name));
    if (!now().preview || !existsSync(source) || !readsSnapshot(source)) return hash;
    return createHash("sha256")
      .update(`${hash} ${mtime(now().snapshotPath)}`)
      .digest("hex");
  };
  LoaderResolver.prototype.watchFiles = async function (path, names, callback) {
    const stop = onWritten(now().snapshotPath, () => callback(path));
    const files = await watchFiles.call(this, path, names, callback);
    return {
      close() {
        stop();
        files.close();
      }
    };
  };
}

// Why: for each import of each page, Framework hashes all modules below it, which takes seconds. In a build, files do not
// change, so one hash is enough.
function hashModulesOnce(): void {
  const {getModuleHash, resolveImportPath} = LoaderResolver.prototype;
  LoaderResolver.prototype.getModuleHash = once(getModuleHash);
  LoaderResolver.prototype.resolveImportPath = once(resolveImportPath);
}

function once(hashOf: (this: LoaderResolver, path: string) => string): typeof hashOf {
  const known = new Map<string, string>();
  return function (path) {
    const hash = known.get(path) ?? hashOf.call(this, path);
    known.set(path, hash);
    return hash;
  };
}

// Why: an error while an open page is updated would end the preview, and Framework prints a stack for a malformed message. An
// open 404 page asks again and again for the missing page: that is normal.
function reportUpdates(): void {
  process.on("unhandledRejection", (error) => reportOnce(error));
  const {error} = console;
  console.error = (...args: unknown[]) => {
    const [what, reason] = args;
    if (what !== "Protocol error" && what !== "error") return error(...args);
    const isMissing = reason instanceof Error && "code" in reason && reason.code === "ENOENT";
    const isReported = reason instanceof CliError; // by reportedError
    if (!isMissing && !isReported) reportOnce(messageOf(reason).replace(/\p{Cc}[\s\S]*/u, ""));
  };
}

// Why: a preview must answer only its own pages on this machine, send each page with its policy, save edits, and serve no package
// of a CDN.
async function securePreview(): Promise<void> {
  const {PreviewServer} = await import("@observablehq/framework/dist/preview.js"); // a build needs none
  const {start} = PreviewServer;
  keepConfig(PreviewServer);
  PreviewServer.start = async function (options) {
    const preview = await start.call(this, options);
    for (const fault of faultsOfNames("src")) reportedError(fault);
    preview.server.prependListener("request", protectPage);
    takeEdits(preview.server, "src", {supplement: (...args) => lackedImports("src", ...args)});
    const methods = (path: string) => (path === editPath ? ["POST"] : []);
    guard(preview.server, {hosts: [options.hostname], methods, hides});
    return preview;
  };
}

// Why: with an error in the configuration, a preview would answer no request. So the last good configuration stays.
function keepConfig({prototype}: {prototype: {_readConfig(): Promise<object>}}): void {
  const {_readConfig} = prototype;
  let good: object | undefined;
  prototype._readConfig = async function () {
    try {
      good = await _readConfig.call(this);
      return good;
    } catch (error) {
      if (good === undefined) throw error;
      reportOnce(error);
      return good;
    }
  };
}
