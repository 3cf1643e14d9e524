import {messageOf} from "../../config/errors.js";

/** The store cannot be used: another process has it, it is damaged, or a newer Feedbook wrote it. */
export class StoreError extends Error {
  override readonly name: string = "StoreError";
}

/** The store does not exist yet. */
export class NoStoreError extends StoreError {
  override readonly name = "NoStoreError";

  constructor(path: string) {
    super(`no store at ${path}: run a load first (npm start loads the demo), or name one with --store`);
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

/** An older Feedbook made the store's derived tables, with other columns: a read-only connection cannot query them. */
export class OutdatedStoreError extends StoreError {
  override readonly name = "OutdatedStoreError";

  constructor(path: string) {
    super(`an older Feedbook made the bars, sessions and quality of store ${path}: run feedbook derive to update them`);
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
  const kind = kinds.find(({says}) => says.test(message));
  return kind === undefined ? error : new (kind.transient ?? StoreError)(kind.text({path, file, message}));
}

/** Whether a message of DuckDB says that another process has the file. */
export function isLocked(message: string): boolean {
  return locked.test(message);
}

const locked = /Could not set lock|Conflicting lock|being used by another process/;

const aboutQuery = /^(Binder|Catalog|Constraint|Conversion|Parser|Syntax) Error/; // it quotes SQL, which may contain any word

interface Kind {
  says: RegExp;
  /** The error's class, if trying again may help. */
  transient?: typeof TransientStoreError;
  text(failed: {path: string; file: string; message: string}): string;
}

// The first match counts: a message may contain several of these texts, and the cause comes before its effects.
const kinds: readonly Kind[] = [
  {
    says: locked,
    transient: BusyStoreError,
    text: ({path, message}) =>
      `store ${path} is in use by another process, ${holderOf(message)}: wait for it to end, or read the snapshot beside it`
  },
  {
    says: /No space left on device|ENOSPC|EDQUOT|Disk quota exceeded|failed to offload data block/i,
    transient: TransientStoreError,
    text: ({file}) => `no space left on the disk of ${file}: free some and run it again; committed rows are kept`
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
    text: ({path}) => `${path} is not a DuckDB file: name another with --store`
  },
  {
    says: /Trying to read a database file with version number/,
    text: ({path}) => `a newer DuckDB wrote store ${path}: update Feedbook, or name another with --store`
  },
  {
    says: /replaying WAL|This WAL was created/,
    text: ({path, file}) => new DamagedLogError(path, `${file}.wal`).message
  },
  {
    says: /Corrupt database file|Could not read enough bytes|Failed to load metadata|checksum/,
    text: ({path, message}) =>
      `store ${path} is damaged (${damageOf(message)}): restore it from a backup, without a .wal beside it, or name another with --store and load again`
  },
  {
    says: /has been invalidated|^FATAL Error|Failed to (commit|create checkpoint)/,
    transient: TransientStoreError,
    text: ({path, message}) =>
      `writing to store ${path} failed (${message.split("\n")[0]}): run it again; committed rows are kept`
  }
];

function holderOf(message: string): string {
  return /Conflicting lock is held in (.+? \(PID \d+\))/.exec(message)?.[1] ?? "which the system does not name";
}

function damageOf(message: string): string {
  return /checksum/.test(message) ? "a checksum does not match" : "its end is missing";
}
