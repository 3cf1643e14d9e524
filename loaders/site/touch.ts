import {existsSync, readdirSync, readFileSync, utimesSync} from "node:fs";
import {join} from "node:path";

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

/** Whether a data loader reads the snapshot: by its kind (`.sql`), or because it names the snapshot's variable. */
export function readsSnapshot(path: string): boolean {
  return (
    path.endsWith(".sql") || (/\.\w+\.\w+$/.test(path) && readFileSync(path, "utf8").includes("FEEDBOOK_SNAPSHOT"))
  );
}

function snapshotLoaders(root: string): string[] {
  return filesOf(join(root, "data")).filter(readsSnapshot);
}

function filesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, {withFileTypes: true, recursive: true})
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
