import {existsSync, readFileSync, rmSync, statSync, utimesSync} from "node:fs";
import {dirname, join} from "node:path/posix";
import {type Loader, LoaderResolver} from "@observablehq/framework/dist/loader.js";
import pLimit, {type LimitFunction} from "p-limit";
import {failureOf, isRecent, runLoader} from "./failure.js";
import {readsSnapshot} from "./follow.js";
import {folderOf} from "./stores.js";

/** What the outputs of data loaders are made from. */
export interface Inputs {
  snapshotPath: string;
  /** Where installed packages are; default `node_modules`. */
  modules?: string;
}

let inputs: Inputs | null = null;

/**
 * Keeps what data loaders make apart by snapshot: Framework has one cache for a checkout, in which a preview or a build
 * of one store would find the rows of another. Remakes what is older than its loader, the snapshot or the page that it
 * answers (in `lib`: the packages), which a build would use as it is. Tells why a loader failed. Changes Framework's
 * classes for this process; a second call changes the inputs.
 */
export function keepOutputsApart(given: Inputs): void {
  const isFirst = inputs === null;
  inputs = given;
  if (!isFirst) return;
  const {find, getOutputFilePath} = LoaderResolver.prototype;
  LoaderResolver.prototype.find = function (path) {
    const loader = find.call(this, path);
    if (loader?.targetPath !== undefined) adapt(loader);
    return loader;
  };
  LoaderResolver.prototype.getOutputFilePath = function (path) {
    const output = getOutputFilePath.call(this, path);
    return output === path ? path : join(cache, placeOf(path));
  };
}

const cache = ".observablehq/cache";
const apart = "../stores/";
const adapted = new WeakSet<object>();

// Outputs of `lib` are of packages: the same for all stores.
function placeOf(target: string): string {
  if (inputs === null || target.startsWith(apart) || /^\/?lib\//.test(target)) return target;
  return join(apart, folderOf(inputs.snapshotPath), target);
}

// Framework's classes of loaders are not exported: they are reached by the first loader of each.
function adapt(loader: Loader): void {
  const base = owner(loader, "load");
  if (base !== null && !adapted.has(base)) {
    adapted.add(base);
    const {load} = base;
    base.load = function (options, effects) {
      this.targetPath = placeOf(this.targetPath ?? "");
      const run = () => load.call(this, options, effects);
      return turnOf(outputOf(this))(() => loadFresh(this, run, options?.useStale));
    };
  }
  const command = owner(loader, "exec");
  if (loader.command === undefined || command === null) return;
  command.exec = function (output) {
    return processes(() => runLoader.call(this, output));
  };
}

// Each is a process with DuckDB in it, and a page may ask for any number of outputs of one loader at a time.
const processes = pLimit(2);

function owner(loader: Loader, method: "exec" | "load"): Loader | null {
  let owner: Loader | null = loader;
  while (owner !== null && !Object.hasOwn(owner, method)) owner = Object.getPrototypeOf(owner);
  return owner;
}

// Framework lets who asks share in a run that is under way, also where the run began before the inputs changed: so each
// waits for the one before, and looks anew.
const turns = new Map<string, LimitFunction>();
function turnOf(output: string): LimitFunction {
  const turn = turns.get(output) ?? pLimit(1);
  turns.set(output, turn);
  return turn;
}

function outputOf({root, targetPath = ""}: Loader): string {
  return join(root, cache, targetPath);
}

// A build would use what is stale. A preview may still be sending it: there it stays until the new one takes its place.
async function loadFresh(loader: Loader, load: () => Promise<string>, useStale = false): Promise<string> {
  const output = outputOf(loader);
  if (mtime(output) < newestInput(loader) && existsSync(output)) {
    if (useStale) rmSync(output);
    else utimesSync(output, 0, 0);
  }
  const startedAt = Date.now();
  try {
    const path = await load();
    // Of what was there when it started: a load that ended meanwhile makes it stale.
    if (mtime(output) > startedAt) utimesSync(output, startedAt / 1000, startedAt / 1000);
    return path;
  } catch (error) {
    throw isRecent(error) ? (failureOf(loader) ?? error) : error;
  }
}

function newestInput(loader: Loader): number {
  return Math.max(...inputsOf(loader).map(mtime));
}

// A `.sql` loader may answer a page's queries: `-- answers: ../prices.md`.
function inputsOf({root, path}: Loader): string[] {
  const source = join(root, path);
  if (inputs === null) return [source];
  if (path.startsWith("lib/")) return [source, join(inputs.modules ?? "node_modules", ".package-lock.json")];
  if (!readsSnapshot(source)) return [source];
  const answers = path.endsWith(".sql") ? /^-- answers: (\S+)/m.exec(readFileSync(source, "utf8"))?.[1] : undefined;
  return [source, inputs.snapshotPath, ...(answers === undefined ? [] : [join(dirname(source), answers)])];
}

function mtime(path: string): number {
  return existsSync(path) ? statSync(path).mtimeMs : 0;
}
