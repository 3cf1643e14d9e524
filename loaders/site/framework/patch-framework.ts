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
import {checkPage, makeFiles} from "../pages/pages.js";
import {hides, protectPage} from "../policy.js";
import {keepPackages} from "./packages.js";

// All changes to Observable Framework 1.13.4, for this process only, with reasons: it has no option for any of them.
// package.json pins the version; observable.d.ts types what is changed.

/** What Framework is patched for. */
export interface Patched extends Inputs {
  /** Whether this is a preview: a page that cannot be shown tells why, and open pages follow the snapshot. */
  preview: boolean;
  /** Builds pages whose queries do not bind, too. */
  allowErrors?: boolean;
}

let patched: Patched | null = null;

/** Patches Framework; a second call only changes what it is patched for. */
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

// Why: Framework asks a registry and a CDN for packages that a page or a module names by `npm:`. Those that read files are
// installed.
function refuseNetwork(): void {
  globalThis.fetch = async (input) => {
    const url = input instanceof Request ? input.url : String(input);
    const installed = await answerInstalled(url);
    if (installed !== null) return installed;
    const reason = `refused to ask ${url}: install the package, and import it by its name in a module of src/lib`;
    throw Object.assign(new Error(reason), {stack: reason}); // Framework prints the stack
  };
}

// Why: Framework has one cache for a checkout, so a preview or build of one store would get the rows of another. A build uses
// stale outputs. Any number of loaders run at a time, each SQL loader in a process of its own. The reason of a failure is lost.
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

// Framework does not export its classes of loaders, so each is patched through its first loader.
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

// Why: a page that loads from a CDN, or imports what does not exist, would fail only in the browser. Every page of simulated
// data must be marked. An open page is told of new data before its files are made. Framework bundles packages with Rollup,
// which takes ten times as long as esbuild.
function checkPages(): void {
  const {findPagePaths, loadPage} = LoaderResolver.prototype;
  LoaderResolver.prototype.findPagePaths = function () {
    const faults = faultsOfNames(this.root);
    if (faults.length > 0) throw reportedError(faults.join("\n"));
    return findPagePaths.call(this);
  };
  LoaderResolver.prototype.loadPage = async function (...args) {
    const page = await loadPage.apply(this, args);
    const isUpdate = now().preview && args[1].preview !== true; // from the socket of an open page
    if (isUpdate) await makeFiles(this, page).finally(() => tell("read", args[0]));
    await keepPackages(this.root, page);
    return checkPage(page, this.root, {...now(), has: (path) => this.find(path) !== undefined});
  };
}

// Why: the outputs of data loaders change with the snapshot, which Framework does not watch.
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
    const stop = onWritten(now().snapshotPath, () => {
      tell("reading", path);
      callback(path);
    });
    const files = await watchFiles.call(this, path, names, callback);
    return {
      close() {
        stop();
        files.close();
      }
    };
  };
}

let sockets: ReadonlySet<{send(text: string): void}> = new Set();

// Why: a page hears of new data once its files are made. So all pages are told which one's are being made, or are, for
// src/preview/reading.ts; Framework's own script ignores these messages.
function tell(type: "read" | "reading", path: string): void {
  for (const socket of sockets) socket.send(JSON.stringify({type, path}));
}

// Why: for each import in each page, Framework hashes all modules that it leads to, which takes seconds with many modules. In a
// build files do not change, so one hash is enough.
function hashModulesOnce(): void {
  const {getModuleHash, resolveImportPath} = LoaderResolver.prototype;
  LoaderResolver.prototype.getModuleHash = once(getModuleHash);
  LoaderResolver.prototype.resolveImportPath = once(resolveImportPath);
}

function once(hashOf: (this: LoaderResolver, path: string) => string): typeof hashOf {
  const known = new WeakMap<LoaderResolver, Map<string, string>>();
  return function (path) {
    const hashes = known.get(this) ?? new Map<string, string>();
    known.set(this, hashes);
    const hash = hashes.get(path) ?? hashOf.call(this, path);
    hashes.set(path, hash);
    return hash;
  };
}

// Why: a preview updates open pages in the background, where an error would end it, and prints the stack of what a
// socket sent. An open 404 page keeps asking whether the page exists now, which is no error.
function reportUpdates(): void {
  process.on("unhandledRejection", (error) => reportOnce(error));
  const {error} = console;
  console.error = (...args: unknown[]) => {
    const [what, reason] = args;
    if (what !== "Protocol error" && what !== "error") return error(...args);
    const isMissing = reason instanceof Error && "code" in reason && reason.code === "ENOENT";
    const isTold = reason instanceof CliError; // by reportedError
    if (!isMissing && !isTold) reportOnce(messageOf(reason).replace(/\p{Cc}[\s\S]*/u, ""));
  };
}

// Why: a preview must answer only its own pages on this machine, send each with its policy, take their edits, and serve no
// package of a CDN.
async function securePreview(): Promise<void> {
  const {PreviewServer} = await import("@observablehq/framework/dist/preview.js"); // a build needs none
  const {start} = PreviewServer;
  keepConfig(PreviewServer);
  PreviewServer.start = async function (options) {
    const preview = await start.call(this, options);
    sockets = preview._socketServer.clients;
    for (const fault of faultsOfNames("src")) reportedError(fault);
    preview.server.prependListener("request", protectPage);
    takeEdits(preview.server, "src", {supplement: (...args) => lackedImports("src", ...args)});
    const methods = (path: string) => (path === editPath ? ["POST"] : []);
    guard(preview.server, {hosts: [options.hostname], methods, hides});
    return preview;
  };
}

// Why: a mistake in the configuration would leave every request of a preview without an answer. The last good one stays.
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
