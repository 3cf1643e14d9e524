import {existsSync, readdirSync, renameSync, rmSync} from "node:fs";
import {basename, dirname, join} from "node:path";
import {isAlive} from "../database/files.js";

/** A name for a folder in which this process makes what `folder` is going to be: beside it, and a sibling of no other's. */
export function newFolder(folder: string): string {
  return `${folder}.new-${process.pid}`;
}

/** Puts what was made in the place of `folder`, by renames: it is the old or the new one, never part of both. */
export function swap(made: string, folder: string): void {
  const old = `${folder}.old-${process.pid}`;
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(made, folder);
  rmSync(old, {recursive: true, force: true});
}

/** Removes what this process, and processes that are gone, left beside `folder`; one killed in `swap` is undone. */
export function removeLeftovers(folder: string): void {
  for (const name of readdirSync(dirname(folder))) {
    const [, kind, pid] = /\.(new|old)-(\d+)$/.exec(name) ?? [];
    if (kind === undefined || !name.startsWith(`${basename(folder)}.`) || isAnother(Number(pid))) continue;
    const path = join(dirname(folder), name);
    if (kind === "old" && !existsSync(folder)) renameSync(path, folder);
    else rmSync(path, {recursive: true, force: true});
  }
}

function isAnother(pid: number): boolean {
  return pid !== process.pid && isAlive(pid);
}
