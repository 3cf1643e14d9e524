import {closeSync, existsSync, fstatSync, openSync, readSync, renameSync, statSync} from "node:fs";
import {setTimeout} from "node:timers/promises";
import {DamagedLogError} from "./error.js";

// How a log of DuckDB 1.5 begins, in hex: fields 100 to 103 are its type, version, the id of its database, and its checkpoint.
const header = /^6400626500[0-7].(?:660010(?:[89a-f].01|[0-7].){16}6700(?:[89a-f].)*[0-7].)?ffff/;
// The entry that ends each transaction, always the same: its length, its checksum, and its type.
const commit = Buffer.from("0500000000000000e7fe7d722fed3d5e640064ffff", "hex");
const firstWrite = 4096; // bytes; DuckDB writes less at once only where a transaction ends
const chunk = 2 ** 20;

/**
 * Checks the log beside a database's file before DuckDB opens both: DuckDB takes a damaged log for one that a crash cut off,
 * and deletes it with all later commits. Such a log is renamed, and the store is refused until that file is removed.
 * @throws DamagedLogError
 */
export async function checkLog(file: string): Promise<void> {
  for (const log of [`${file}.wal`, `${file}.wal.checkpoint`]) {
    const kept = `${log}.damaged`;
    if (existsSync(log) && (await staysDamaged(log))) {
      if (!statSync(log).isFile()) throw new DamagedLogError(file, log);
      if (!existsSync(kept)) renameSync(log, kept);
    }
    if (existsSync(kept)) throw new DamagedLogError(file, kept);
  }
}

// Reads it twice, as another process may be writing it.
async function staysDamaged(log: string): Promise<boolean> {
  if (!isDamaged(log)) return false;
  await setTimeout(50);
  return isDamaged(log);
}

// Whether DuckDB would lose committed rows: the file is not a log, or its last commit cannot be read.
function isDamaged(log: string): boolean {
  const found = statSync(log, {throwIfNoEntry: false});
  if (found === undefined || !found.isFile()) return found !== undefined;
  const file = openSync(log, "r");
  try {
    return losesCommits(file, fstatSync(file).size);
  } finally {
    closeSync(file);
  }
}

function losesCommits(file: number, size: number): boolean {
  const read = (at: number, length: number) => {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - at)));
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, at));
  };
  if (size === 0) return false; // made, and not written yet
  const begin = header.exec(read(0, 128).toString("hex"))?.[0];
  if (begin === undefined) return true;
  let at = begin.length / 2;
  let committed = at === size;
  for (let entry = read(at, commit.length); entry.length >= 16; entry = read(at, commit.length)) {
    const length = Number(entry.readBigUInt64LE());
    if (length === 0 || at + 16 + length > size) break;
    committed ||= entry.equals(commit);
    at += 16 + length;
  }
  if (!committed && size < firstWrite) return true;
  for (; at < size; at += chunk - commit.length) if (read(at, chunk).includes(commit.subarray(8))) return true; // a length may be damaged
  return false;
}
