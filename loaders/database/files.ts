import {createHash, randomUUID} from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  renameSync,
  rmSync,
  statSync
} from "node:fs";
import {hostname, tmpdir} from "node:os";
import {basename, dirname, join} from "node:path";
import {ConfigError} from "../config/errors.js";
import {beside} from "../config/paths.js";

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

/**
 * Has a file written beside `path`, which takes its place when it is whole.
 * @throws ConfigError, before anything is written, if there is a store, a snapshot, a link or anything else but a plain file
 */
export async function replaceFile(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
  assertReplaceable(path);
  removeRemains(path);
  const temporary = ownPath(path, "tmp");
  try {
    await write(temporary);
    assertReplaceable(path);
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, {force: true});
  }
}

function isDatabase(path: string): boolean {
  const start = Buffer.alloc(12);
  const file = openSync(path, "r");
  try {
    readSync(file, start, 0, 12, 0);
  } finally {
    closeSync(file);
  }
  return start.toString("latin1", 8) === "DUCK";
}

function assertReplaceable(path: string): void {
  const found = lstatSync(path, {throwIfNoEntry: false});
  const problem = found === undefined ? null : problemOf(path, found);
  if (problem !== null) throw new ConfigError(`${path} is ${problem}: it is not written over; name another file`);
}

function problemOf(path: string, found: {isSymbolicLink(): boolean; isFile(): boolean}): string | null {
  if (found.isSymbolicLink()) return "a link";
  if (!found.isFile()) return "no plain file";
  if (isDatabase(path)) return "a DuckDB file";
  return path.endsWith(".wal") ? "the log of a DuckDB file" : null;
}

/** What identifies a process among all, on any host, before and after. `birth` is null where the system does not say it. */
interface ProcessMark {
  hostname: string;
  pid: number;
  birth: string | null;
}

/** Names where process ids are those of this one, in 8 hex digits: a host since it started, or a container on it. */
const pidSpace = createHash("sha256")
  .update([hostname(), bootId(), pidNamespace()].join(" "))
  .digest("hex")
  .slice(0, 8);

/** The mark of this process. */
export function ownMark(): ProcessMark {
  return {hostname: hostname(), pid: process.pid, birth: birthOf(process.pid)};
}

/** Whether the process of a mark still runs; null if it is of another host, which cannot be asked. */
export function isRunning(mark: ProcessMark): boolean | null {
  if (mark.hostname !== hostname()) return null;
  return isAlive(mark.pid) && (mark.birth === null || mark.birth === birthOf(mark.pid));
}

/** Whether there is a process with this id: it may be another one than before, as ids are used again. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"; // another user's
  }
}

// Linux says when a process began: the 22nd field, counted after the name, which may hold anything.
function birthOf(pid: number): string | null {
  const stat = systemSays(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  const ticks = /.*\)\s(.*)/s.exec(stat ?? "")?.[1]?.split(" ")[19];
  return ticks === undefined ? null : `${bootId()} ${ticks}`;
}

function bootId(): string | null {
  return systemSays(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
}

function pidNamespace(): string | null {
  return systemSays(() => readlinkSync("/proc/self/ns/pid"));
}

function systemSays(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null; // another system
  }
}

/** Waits until what was written to a file or folder is on the disk. */
export function syncFile(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
