import {messageOf} from "../../config/errors.js";
import {typed} from "../../config/typed.js";

/** The store cannot be used: another process has it, it is damaged, or a newer Feedbook wrote it. */
export class StoreError extends Error {
  override readonly name: string = "StoreError";
}

/** The store does not exist yet. */
export class NoStoreError extends StoreError {
  override readonly name = "NoStoreError";

  constructor(path: string) {
    super(typed(`no store at ${path}: run a load first (npm start loads the demo), or name one with --store`));
  }
}

/** The store can be used again later, with a new connection: its disk is full, or a write failed. */
export class TransientStoreError extends StoreError {
  override readonly name: string = "TransientStoreError";
}

/** The store could not be opened, and trying again may or may not help: too many open files, a failing disk. */
export class UnknownStoreError extends StoreError {
  override readonly name = "UnknownStoreError";
}

/** An older Feedbook wrote the store: a read-only connection cannot query it before it is migrated or derived anew. */
export class OutdatedStoreError extends StoreError {
  override readonly name = "OutdatedStoreError";

  constructor(path: string) {
    super(`an older Feedbook wrote store ${path}: run feedbook derive to update it`);
  }
}

/** The log of committed rows beside the store's file cannot be read; it is kept, here or under another name. */
export class DamagedLogError extends StoreError {
  override readonly name = "DamagedLogError";

  constructor(path: string, log: string) {
    super(
      `the log of store ${path} is damaged or belongs to another store: restore both from a backup, then remove ${log}; ` +
        "without a backup, removing it loses the last updates"
    );
  }
}

/** Another process has the store open, and we do not know for how long. */
export class BusyStoreError extends TransientStoreError {
  override readonly name = "BusyStoreError";
}

/**
 * Turns an error of DuckDB about the store at `path`, or about a file beside it, into one sentence that says what to do.
 * Returns any other error unchanged.
 */
export function storeErrorOf(error: unknown, path: string): unknown {
  const message = messageOf(error);
  if (error instanceof StoreError || aboutQuery.test(message)) return error;
  const named = /file "(.+?)"/.exec(message)?.[1] ?? path;
  const file = named.startsWith(path) ? path : named; // another file: a snapshot or an export being written
  return describe(message, path, file) ?? error;
}

/** Whether a message of DuckDB says that another process has the file. */
export function isLocked(message: string): boolean {
  return /Could not set lock|Conflicting lock|being used by another process/.test(message);
}

const aboutQuery = /^(Binder|Catalog|Constraint|Conversion|Parser|Syntax) Error/; // it quotes SQL, which may contain any word

// The first match counts: a message may contain several of these texts, and the cause comes before its effects.
function describe(message: string, path: string, file: string): StoreError | null {
  if (isLocked(message)) {
    const holder =
      /Conflicting lock is held in (.+? \(PID \d+\))/.exec(message)?.[1] ?? "which the system does not name";
    return new BusyStoreError(
      `store ${path} is in use by another process, ${holder}: wait for it to end, or read the snapshot beside it`
    );
  }
  if (/No space left on device|ENOSPC|EDQUOT|Disk quota exceeded|failed to offload data block/i.test(message))
    return new TransientStoreError(
      `no space left on the disk of ${file}: free some and run it again; committed rows are kept`
    );
  if (/Read-only file system|EROFS/.test(message))
    return new StoreError(`cannot write to ${file}: its disk is read-only; name another place with --store`);
  if (/Permission denied|EACCES|EPERM/.test(message))
    return new StoreError(`no permission for ${file}: run as its owner, or name another place with --store`);
  if (/not a valid DuckDB database file/.test(message))
    return new StoreError(`${path} is not a DuckDB file: name another with --store`);
  if (/Trying to read a database file with version number/.test(message))
    return new StoreError(`a newer DuckDB wrote store ${path}: update Feedbook, or name another with --store`);
  if (/replaying WAL|This WAL was created/.test(message)) return new DamagedLogError(path, `${file}.wal`);
  if (/Corrupt database file|Could not read enough bytes|Failed to load metadata|checksum/.test(message)) {
    const damage = /checksum/.test(message) ? "a checksum does not match" : "its end is missing";
    const advice = "restore it from a backup, without a .wal beside it, or name another with --store and load again";
    return new StoreError(`store ${path} is damaged (${damage}): ${advice}`);
  }
  if (/has been invalidated|^FATAL Error|Failed to (commit|create checkpoint)/.test(message)) {
    const problem = message.split("\n")[0];
    return new TransientStoreError(
      `writing to store ${path} failed (${problem}): run it again; committed rows are kept`
    );
  }
  return null;
}
