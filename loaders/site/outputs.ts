import {existsSync, readFileSync, rmSync, statSync, utimesSync, watch} from "node:fs";
import {dirname, join} from "node:path/posix";
import type {Loader} from "@observablehq/framework/dist/loader.js";
import pLimit, {type LimitFunction} from "p-limit";
import {failureOf, isRecent} from "./failure.js";
import {folderOf} from "./stores.js";

/** What the outputs of data loaders are made from. */
export interface Inputs {
  snapshotPath: string;
  /** Where installed packages are; default `node_modules`. */
  modules?: string;
}

const cache = ".observablehq/cache";
const apart = "../stores/";

/** Where the output of a loader is kept: each store's apart from the others'; those of `lib` are of packages, the same for all. */
export function outputPath(target: string, inputs: Inputs): string {
  return join(cache, placeOf(target, inputs));
}

function placeOf(target: string, {snapshotPath}: Inputs): string {
  if (target.startsWith(apart) || /^\/?lib\//.test(target)) return target;
  return join(apart, folderOf(snapshotPath), target);
}

/** Runs loaders two at a time: each has a DuckDB of its own, and a page may ask for any number of their outputs. */
export const inTurn = pLimit(2);

const turns = new Map<string, LimitFunction>();

/**
 * Gives the output of a loader, made anew where it is older than its loader, the snapshot, or the page that it answers (in
 * `lib`: the packages). @throws why the loader failed, also where Framework only says that it did
 */
export function freshOutput(
  loader: Loader,
  load: () => Promise<string>,
  {useStale = false, ...inputs}: Inputs & {useStale?: boolean}
): Promise<string> {
  loader.targetPath = placeOf(loader.targetPath ?? "", inputs);
  const output = join(loader.root, cache, loader.targetPath);
  // Framework lets who asks share in a run that is under way, also where the run began before the inputs changed: so each
  // waits for the one before, and looks anew.
  const turn = turns.get(output) ?? pLimit(1);
  turns.set(output, turn);
  return turn(() => loadFresh(loader, load, {output, useStale, inputs}));
}

// A build would use what is stale. A preview may still be sending it: there it stays until the new one takes its place.
async function loadFresh(
  loader: Loader,
  load: () => Promise<string>,
  {output, useStale, inputs}: {output: string; useStale: boolean; inputs: Inputs}
): Promise<string> {
  if (mtime(output) < Math.max(...inputsOf(loader, inputs).map(mtime)) && existsSync(output)) {
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

// A `.sql` loader may answer a page's queries: `-- answers: ../prices.md`.
function inputsOf({root, path}: Loader, {snapshotPath, modules = "node_modules"}: Inputs): string[] {
  const source = join(root, path);
  if (path.startsWith("lib/")) return [source, join(modules, ".package-lock.json")];
  if (!readsSnapshot(source)) return [source];
  const answers = path.endsWith(".sql") ? /^-- answers: (\S+)/m.exec(readFileSync(source, "utf8"))?.[1] : undefined;
  return [source, snapshotPath, ...(answers === undefined ? [] : [join(dirname(source), answers)])];
}

/** When a file was written (epoch ms); 0 if it is not there. */
export function mtime(path: string): number {
  return statSync(path, {throwIfNoEntry: false})?.mtimeMs ?? 0;
}

/** Whether a data loader reads the snapshot: by its kind (`.sql`), or because it names the snapshot's variable. */
export function readsSnapshot(path: string): boolean {
  return (
    path.endsWith(".sql") || (/\.\w+\.\w+$/.test(path) && readFileSync(path, "utf8").includes("FEEDBOOK_SNAPSHOT"))
  );
}

/**
 * Calls back when a snapshot is written anew, until what it gives is called: a new one takes the old one's place, which
 * is seen in its folder. Marked as out of date, it is the same one still.
 */
export function onWritten(path: string, callback: () => void): () => void {
  if (!existsSync(dirname(path))) return () => {};
  let seen = mtime(path);
  const watcher = watch(dirname(path), () => {
    const now = mtime(path);
    if (now === 0 || now === seen) return;
    seen = now;
    callback();
  });
  return () => watcher.close();
}
