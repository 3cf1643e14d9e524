import {messageOf} from "../config/message.js";
/** The store can not be used as asked: in use by another process, of a newer version, damaged, or a mix is refused. */
export class StoreError extends Error {
  override readonly name: string = "StoreError";
}

/** The store can not be used now, but later: it is in use by another process, or its disk is full. */
export class PassingStoreError extends StoreError {
  override readonly name = "PassingStoreError";
}

/** What an error of DuckDB says about the store at `path` itself, in one sentence; any other error is given back as it is. */
export function storeErrorOf(error: unknown, path: string): unknown {
  const message = messageOf(error);
  if (error instanceof StoreError) return error;
  if (isLocked(message)) {
    const holder =
      /Conflicting lock is held in (.+? \(PID \d+\))/.exec(message)?.[1] ?? "which the system does not name";
    return new PassingStoreError(
      `store ${path} is in use by another process, ${holder}: wait for it to end, or read the snapshot beside it`
    );
  }
  if (/No space left on device|ENOSPC|EDQUOT|Disk quota exceeded|failed to offload data block/i.test(message))
    return new PassingStoreError(
      `no space left on the disk of ${path}: free some and run it again; what was committed is kept`
    );
  if (/Read-only file system|EROFS|Permission denied|EACCES/.test(message))
    return new StoreError(`cannot write to ${path}: its disk or folder is read-only; name another place with --store`);
  if (/not a valid DuckDB database file/.test(message))
    return new StoreError(`${path} is no DuckDB file: name another with --store`);
  if (/Corrupt database file|Could not read enough bytes|Failed to load metadata|checksum/.test(message))
    return new StoreError(
      `store ${path} is damaged (${reason(message)}): put a copy of it back, or name another with --store and load again`
    );
  return error;
}

/** Whether a message of DuckDB says that another process has the file. */
export function isLocked(message: string): boolean {
  return /Could not set lock|Conflicting lock|being used by another process/.test(message);
}

function reason(message: string): string {
  return /checksum/.test(message) ? "what is written in it is not what was stored" : "its end is missing";
}
