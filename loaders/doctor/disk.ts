import {existsSync} from "node:fs";
import {statfs} from "node:fs/promises";
import {basename, dirname} from "node:path";
import type {Remains} from "../database/files.js";
import {fix, type Verdict} from "./check.js";

const leastBytes = 2 ** 30;
const leastDays = 7;

/** Bytes that are free for a user where the store is, or will be. */
export async function freeBytes(storePath: string): Promise<number> {
  let folder = dirname(storePath);
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  const {bavail, bsize} = await statfs(folder);
  return bavail * bsize;
}

/**
 * Whether the disk has room, and for how long if the store goes on as on the last day; null: not known. `remains` of
 * killed processes are named.
 */
export function diskVerdict(free: number, bytesPerDay: number | null, remains: readonly Remains[] = []): Verdict {
  const days = bytesPerDay === null || bytesPerDay <= 0 ? Infinity : free / bytesPerDay;
  const growth = days === Infinity ? "" : `; at the last day's ${size(bytesPerDay ?? 0)} it lasts ${lasting(days)}`;
  const left = remains.map(({path, due}) => `; ${basename(path)} is left of ${due ? dueText : silentText}`);
  const text = `${size(free)} free at the store${growth}${left.join("")}`;
  if (free >= leastBytes && days >= leastDays) return text;
  return fix(`${text}: make room, or move the store to a larger disk (--store, FEEDBOOK_STORE)`);
}

const dueText = "a process that is gone: the next load removes it";
const silentText = "another host, or of before this one started: a load removes it a day after it was last written";

function size(bytes: number): string {
  return bytes >= 2 ** 30 ? `${(bytes / 2 ** 30).toFixed(1)} GiB` : `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}

function lasting(days: number): string {
  if (days >= 730) return `${Math.floor(days / 365)} years`;
  return days >= 2 ? `${Math.floor(days)} days` : `${Math.floor(days * 24)} hours`;
}
