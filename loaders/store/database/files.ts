import {createHash, randomUUID} from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
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
import {beside} from "../../config/beside.js";
import {ConfigError} from "../../config/errors.js";

const abandonedMs = 24 * 3_600_000; // a process that still runs writes to its file more often

/**
 * The path of a temporary file of this process beside `path`: `tmp` is an unfinished new file, `spill` the data that do not
 * fit into memory. The name has a key of the process, so that hosts that share a disk never use the same path.
 */
export function ownPath(path: string, kind: "tmp" | "spill"): string {
  return `${path}.${pidSpace}.${process.pid}.${kind}`;
}

/** Makes a folder and its parents. Node's `recursive` never ends where no folder can be made, as below /proc. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (!existsSync(path)) throw error; // else another process made it first
  }
}

/** Runs `use` with an empty temporary folder, and removes it afterwards. Removes folders of killed processes, too. */
export async function inOwnFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const path = join(tmpdir(), "feedbook");
  removeLeftovers(path);
  const folder = ownPath(`${path}.${randomUUID()}`, "tmp");
  mkdirSync(folder, {mode: 0o700});
  try {
    return await use(folder);
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

/**
 * Removes temporary files (see `ownPath`) of killed processes beside a file; beside a store, also the files of its snapshot.
 * A file of another host is removed a day after its last write, as we cannot see whether its process runs.
 */
export function removeLeftovers(file: string): void {
  const folder = dirname(file);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    try {
      if (isLeftover(file, name)) rmSync(join(folder, name), {force: true, recursive: true});
    } catch {
      // the file belongs to another user, or the disk is read-only
    }
  }
}

function isLeftover(file: string, name: string): boolean {
  const [found, space = pidSpace, pid] = /(?:\.([0-9a-f]{8}))?\.(\d+)\.(?:tmp|tmp\.wal|spill)$/.exec(name) ?? [];
  if (found === undefined || !name.startsWith(beside(basename(file), "."))) return false;
  return space === pidSpace ? !isAlive(Number(pid)) : isAbandoned(join(dirname(file), name));
}

function isAbandoned(file: string): boolean {
  return Date.now() - (statSync(file, {throwIfNoEntry: false})?.mtimeMs ?? 0) >= abandonedMs;
}

/**
 * Calls `write` with a temporary path, and moves the finished file to `path`. @throws ConfigError, before anything is written,
 * if `path` is a database or not a plain file, or its folder does not exist
 */
export async function replaceFile(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
  assertReplaceable(path);
  removeLeftovers(path);
  const temporary = ownPath(path, "tmp");
  try {
    await write(temporary);
    assertReplaceable(path);
    renameSync(temporary, path);
  } finally {
    removeDatabase(temporary);
  }
}

/** Removes a file, and its log if it is a database. */
export function removeDatabase(path: string): void {
  for (const file of [path, `${path}.wal`]) rmSync(file, {force: true});
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

/** Checks that a file may be put at `path`: nothing is there, or a plain file other than a database. @throws ConfigError */
export function assertReplaceable(path: string): void {
  const folder = dirname(path);
  if (!existsSync(folder)) throw new ConfigError(`no folder ${folder}: make it, or name another`);
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw new ConfigError(`cannot write into ${folder}: name another folder`);
  }
  const found = lstatSync(path, {throwIfNoEntry: false});
  const problem = found === undefined ? null : problemOf(path, found);
  if (problem !== null) throw new ConfigError(`${path} is ${problem}, which is not overwritten: name another file`);
}

function problemOf(path: string, found: {isSymbolicLink(): boolean; isFile(): boolean}): string | null {
  if (found.isSymbolicLink()) return "a link";
  if (!found.isFile()) return "not a plain file";
  if (isDatabase(path)) return "a DuckDB file";
  return path.endsWith(".wal") ? "the log of a DuckDB file" : null;
}

/** Identifies a process on any host, even if its id is used again. `birth`: when it started; null if that is unknown. */
interface ProcessMark {
  hostname: string;
  pid: number;
  birth: string | null;
}

/** A key of this start of this host or container, within which process ids are unique: 8 hex digits. */
const pidSpace = createHash("sha256")
  .update([hostname(), bootId(), pidNamespace()].join(" "))
  .digest("hex")
  .slice(0, 8);

/** The mark of this process. */
export function ownMark(): ProcessMark {
  return {hostname: hostname(), pid: process.pid, birth: birthOf(process.pid)};
}

/** Whether the process of a mark still runs; null if it is on another host, where we cannot look. */
export function isRunning(mark: ProcessMark): boolean | null {
  if (mark.hostname !== hostname()) return null;
  return isAlive(mark.pid) && (mark.birth === null || mark.birth === birthOf(mark.pid));
}

/** Whether a process has this id. It may be a new process, as the system uses ids again. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"; // it runs, and belongs to another user
  }
}

// On Linux, field 22 is the start of the process. The name before may contain spaces and brackets.
function birthOf(pid: number): string | null {
  const stat = readOnLinux(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  const ticks = /.*\)\s(.*)/s.exec(stat ?? "")?.[1]?.split(" ")[19];
  return ticks === undefined ? null : `${bootId()} ${ticks}`;
}

function bootId(): string | null {
  return readOnLinux(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
}

function pidNamespace(): string | null {
  return readOnLinux(() => readlinkSync("/proc/self/ns/pid"));
}

function readOnLinux(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null; // not Linux
  }
}

/** Waits until a file or folder is written to the disk. */
export function syncFile(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
