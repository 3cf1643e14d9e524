import {randomUUID} from "node:crypto";
import {existsSync, mkdirSync, readdirSync, rmSync, statSync} from "node:fs";
import {tmpdir} from "node:os";
import {basename, dirname, join} from "node:path";
import {beside} from "../config/beside.js";
import {isAlive, pidSpace} from "./process.js";

const silentMs = 24 * 3_600_000; // whoever writes to a file of its own writes more often

/**
 * The path of what this process alone makes beside `path`: `tmp` is half of a new file, `spill` what does not fit into
 * memory. Its end identifies the process among all, on any host that has the same disk.
 */
export function ownPath(path: string, kind: "tmp" | "spill"): string {
  return `${path}.${pidSpace}.${process.pid}.${kind}`;
}

/** How the paths of folders begin that one command alone uses, and no store lies beside. */
export function ownFolder(): string {
  return join(tmpdir(), "feedbook");
}

/** Runs `use` with an empty folder that is gone when it ends, and with what killed processes left of theirs. */
export async function inOwnFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const path = ownFolder();
  removeRemains(path);
  const folder = ownPath(`${path}.${randomUUID()}`, "tmp");
  mkdirSync(folder, {mode: 0o700});
  try {
    return await use(folder);
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

/** What a process left beside a file: `due` once nobody can be writing to it, so that the next start removes it. */
export interface Remains {
  path: string;
  due: boolean;
}

/**
 * What killed processes left beside a file (see `ownPath`): beside a store also of its snapshot. `own`: what this process
 * did beside this very file, too. Those of another host cannot be asked whether they run: what they left is due after a day.
 */
export function remainsOf(path: string, {own = false}: {own?: boolean} = {}): Remains[] {
  const folder = dirname(path);
  if (!existsSync(folder)) return [];
  const stem = beside(basename(path), ".");
  return readdirSync(folder).flatMap((name) => {
    const [found, space = pidSpace, pid] = /(?:\.([0-9a-f]{8}))?\.(\d+)\.(?:tmp|tmp\.wal|spill)$/.exec(name) ?? [];
    if (found === undefined || !name.startsWith(stem)) return [];
    const left = join(folder, name);
    if (space !== pidSpace) return [{path: left, due: isSilent(left)}];
    return isUsed(Number(pid), own && name === basename(path) + found) ? [] : [{path: left, due: true}];
  });
}

/** Removes those that are due. */
export function removeRemains(path: string, options?: {own?: boolean}): void {
  for (const {path: left, due} of remainsOf(path, options)) {
    try {
      if (due) rmSync(left, {force: true, recursive: true});
    } catch {
      // Another user's, or the disk is read-only: the doctor names it.
    }
  }
}

function isUsed(pid: number, own: boolean): boolean {
  return pid === process.pid ? !own : isAlive(pid);
}

function isSilent(file: string): boolean {
  return Date.now() - (statSync(file, {throwIfNoEntry: false})?.mtimeMs ?? 0) >= silentMs;
}
