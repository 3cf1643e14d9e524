import {messageOf} from "../config/errors.js";

/** The store can not be used as asked: in use by another process, of a newer version, damaged, or a mix is refused. */
export class StoreError extends Error {
  override readonly name: string = "StoreError";
}

/** The store can not be used now, but later: its disk is full, or writing to it broke off. A connection to it is of no use any more. */
export class PassingStoreError extends StoreError {
  override readonly name: string = "PassingStoreError";
}

/** The store could not be opened for a reason that may pass or stay: too many open files, a disk that fails. */
export class UnknownStoreError extends StoreError {
  override readonly name = "UnknownStoreError";
}

/** The store's derived tables are of an older Feedbook, with other columns: who only reads it cannot ask them. */
export class OutdatedStoreError extends StoreError {
  override readonly name = "OutdatedStoreError";

  constructor(path: string) {
    super(`store ${path} has bars, sessions and quality of an older Feedbook: feedbook derive makes them again`);
  }
}

/** Another process has the store, for an unknown time. */
export class BusyStoreError extends PassingStoreError {
  override readonly name = "BusyStoreError";
}

/**
 * What an error of DuckDB says about the store at `path` itself, or about a file beside it, in one sentence; any other
 * error is given back as it is.
 */
export function storeErrorOf(error: unknown, path: string): unknown {
  const message = messageOf(error);
  if (error instanceof StoreError || aboutQuery.test(message)) return error;
  const named = /file "(.+?)"/.exec(message)?.[1] ?? path;
  const file = named.startsWith(path) ? path : named; // one that is written: a snapshot, an export
  const kind = kinds.find(({says}) => says.test(message));
  return kind === undefined ? error : new (kind.passes ?? StoreError)(kind.text({path, file, message}));
}

/** Whether a message of DuckDB says that another process has the file. */
export function isLocked(message: string): boolean {
  return locked.test(message);
}

const locked = /Could not set lock|Conflicting lock|being used by another process/;

const aboutQuery = /^(Binder|Catalog|Constraint|Conversion|Parser|Syntax) Error/; // it may quote anything

interface Kind {
  says: RegExp;
  /** Where it may pass. */
  passes?: typeof PassingStoreError;
  text(failed: {path: string; file: string; message: string}): string;
}

// The first that fits, as a message may name its cause behind what came of it.
const kinds: readonly Kind[] = [
  {
    says: locked,
    passes: BusyStoreError,
    text: ({path, message}) =>
      `store ${path} is in use by another process, ${holderOf(message)}: wait for it to end, or read the snapshot beside it`
  },
  {
    says: /No space left on device|ENOSPC|EDQUOT|Disk quota exceeded|failed to offload data block/i,
    passes: PassingStoreError,
    text: ({file}) => `no space left on the disk of ${file}: free some and run it again; what was committed is kept`
  },
  {
    says: /Read-only file system|EROFS/,
    text: ({file}) => `cannot write to ${file}: its disk is read-only; name another place with --store`
  },
  {
    says: /Permission denied|EACCES|EPERM/,
    text: ({file}) => `no permission for ${file}: run as its owner, or name another place with --store`
  },
  {
    says: /not a valid DuckDB database file/,
    text: ({path}) => `${path} is no DuckDB file: name another with --store`
  },
  {
    says: /Trying to read a database file with version number/,
    text: ({path}) => `store ${path} is of a newer DuckDB: update Feedbook, or name another with --store`
  },
  {
    says: /replaying WAL|This WAL was created/,
    text: ({path}) =>
      `the log of store ${path} is damaged or another store's: put a copy of both back, or remove ${path}.wal, and with it what came last`
  },
  {
    says: /Corrupt database file|Could not read enough bytes|Failed to load metadata|checksum/,
    text: ({path, message}) =>
      `store ${path} is damaged (${damageOf(message)}): put a copy of it back, without a .wal beside it, or name another with --store and load again`
  },
  {
    says: /has been invalidated|^FATAL Error|Failed to (commit|create checkpoint)/,
    passes: PassingStoreError,
    text: ({path, message}) =>
      `writing to store ${path} broke off (${message.split("\n")[0]}): run it again; what was committed is kept`
  }
];

function holderOf(message: string): string {
  return /Conflicting lock is held in (.+? \(PID \d+\))/.exec(message)?.[1] ?? "which the system does not name";
}

function damageOf(message: string): string {
  return /checksum/.test(message) ? "what is written in it is not what was stored" : "its end is missing";
}
