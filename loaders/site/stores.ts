import {createHash} from "node:crypto";
import {existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {newFolder, removeLeftovers} from "./swap.js";

/** Where data loaders' outputs are kept, each store's in a folder of its own; under the site's source root. */
export const storesFolder = ".observablehq/stores";

/** The name of the folder that has the outputs made from a snapshot. */
export function folderOf(snapshotPath: string): string {
  return createHash("sha256").update(snapshotPath).digest("hex").slice(0, 12);
}

/**
 * Notes beside a snapshot's folder of outputs whose it is, and removes the folders of snapshots that are gone. What
 * another process makes meanwhile from a snapshot that is there stays.
 * @param root the site's source root
 */
export function tidyStores(root: string, snapshotPath: string): void {
  const stores = join(root, storesFolder);
  mkdirSync(stores, {recursive: true});
  const note = join(stores, noteOf(folderOf(snapshotPath)));
  if (readNote(note) !== snapshotPath) {
    // The note comes before the folder and is whole: a folder without one was made before there were notes.
    removeLeftovers(note);
    writeFileSync(newFolder(note), snapshotPath);
    renameSync(newFolder(note), note);
  }
  const folders = readdirSync(stores, {withFileTypes: true}).filter((entry) => entry.isDirectory());
  for (const {name} of folders) {
    const owner = readNote(join(stores, noteOf(name)));
    if (owner === snapshotPath || (owner !== null && existsSync(owner))) continue;
    if (remove(join(stores, name))) remove(join(stores, noteOf(name)));
  }
}

// False where another process makes or removes the same just now: the next start tries again.
function remove(path: string): boolean {
  try {
    rmSync(path, {recursive: true, force: true, maxRetries: 3});
    return true;
  } catch {
    return false;
  }
}

function noteOf(folder: string): string {
  return `${folder}.path`;
}

function readNote(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null; // none, or another process removed it just now
  }
}
