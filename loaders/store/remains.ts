import {readdirSync, rmSync, statSync} from "node:fs";
import {basename, dirname, join} from "node:path";
import {isAlive, pidSpace} from "./process.js";

const silentMs = 24 * 3_600_000; // whoever writes to a file of its own writes more often

/**
 * The path of what this process alone makes beside `path`: `tmp` is half of a new file, `spill` what does not fit into
 * memory. Its end tells the process from any other, on any host that has the same disk.
 */
export function ownPath(path: string, kind: "tmp" | "spill"): string {
  return `${path}.${pidSpace}.${process.pid}.${kind}`;
}

/**
 * Removes what killed processes left beside a file (see `ownPath`); `own`: what this process did, too. Those of another
 * host cannot be asked whether they run: what they left goes after a day.
 */
export function removeRemains(path: string, {own = false}: {own?: boolean} = {}): void {
  for (const name of readdirSync(dirname(path))) {
    const [found, space = pidSpace, pid] = /(?:\.([0-9a-f]{8}))?\.(\d+)\.(?:tmp|tmp\.wal|spill)$/.exec(name) ?? [];
    if (found === undefined || !name.startsWith(`${basename(path)}.`)) continue;
    const file = join(dirname(path), name);
    if (space === pidSpace ? isUsed(Number(pid), own) : isFresh(file)) continue;
    rmSync(file, {force: true, recursive: true});
  }
}

function isUsed(pid: number, own: boolean): boolean {
  return pid === process.pid ? !own : isAlive(pid);
}

function isFresh(file: string): boolean {
  return Date.now() - (statSync(file, {throwIfNoEntry: false})?.mtimeMs ?? 0) < silentMs;
}
