import {existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync} from "node:fs";
import {join, relative} from "node:path";

/**
 * Marks the data loaders that read the snapshot as changed, so that a running preview runs them again and updates its
 * open pages. A load ends with this. Gives the paths of the loaders.
 * @param root the site's source root
 */
export function touchLoaders(root = "src", now = new Date()): string[] {
  const loaders = snapshotLoaders(root);
  for (const path of loaders) utimesSync(path, now, now);
  return loaders;
}

/**
 * Removes outputs in Framework's cache that may not be of today's inputs: those of loaders that read the snapshot, and
 * those of `lib` that are older than the packages installed. A build would use them although their loaders were touched.
 */
export function dropStale(root = "src", modules = "node_modules"): void {
  const cache = join(root, ".observablehq", "cache");
  const outputs = snapshotLoaders(root).map((path) => outputPattern(relative(root, path)));
  const lockfile = join(modules, ".package-lock.json");
  const installedAt = existsSync(lockfile) ? statSync(lockfile).mtimeMs : 0;
  for (const path of [...filesOf(join(cache, "data")), ...filesOf(join(cache, "lib"))]) {
    const ofSnapshot = outputs.some((pattern) => pattern.test(relative(cache, path)));
    const outdated = path.startsWith(join(cache, "lib")) && statSync(path).mtimeMs < installedAt;
    if (ofSnapshot || outdated) rmSync(path, {force: true});
  }
}

function snapshotLoaders(root: string): string[] {
  return filesOf(join(root, "data")).filter((path) => path.endsWith(".sql") || readsSnapshot(path));
}

function readsSnapshot(path: string): boolean {
  return /\.\w+\.\w+$/.test(path) && readFileSync(path, "utf8").includes("FEEDBOOK_SNAPSHOT");
}

function filesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, {withFileTypes: true, recursive: true})
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

// `data/feeds.duckdb.ts` makes `data/feeds.duckdb`, `data/[feed].json.sql` makes `data/1.json`.
function outputPattern(loader: string): RegExp {
  const output = loader.replace(/\.\w+$/, "");
  const parts = output.split(/\[\w+\]/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".+")}$`);
}
