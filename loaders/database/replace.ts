import {closeSync, lstatSync, openSync, readSync, renameSync, rmSync} from "node:fs";
import {ConfigError} from "../config/error.js";
import {ownPath, removeRemains} from "./remains.js";

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

/** Whether a file is a database of DuckDB: a store, a snapshot, or another's. */
export function isDatabase(path: string): boolean {
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
