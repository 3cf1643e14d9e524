import {describe, expect, it} from "vitest";
import {BusyStoreError, StoreError, storeErrorOf, TransientStoreError} from "../../../loaders/store/database/error.js";

const path = "/data/feeds.duckdb";

// Messages of DuckDB 1.5, as it gives them.
const lock = `IO Error: Could not set lock on file "${path}": Conflicting lock is held in /usr/bin/node (PID 7). See also`;
const checksum =
  "IO Error: Corrupt database file: computed checksum 1 does not match stored checksum 2 in block at 12288";
const cutOff = `IO Error: Could not read enough bytes from file "${path}": attempted to read 8 bytes from location 0`;
const logFull = `TransactionContext Error: Failed to commit: Could not write file "${path}.wal": No space left on device`;
const fileFull = `TransactionContext Error: Failed to commit: Checkpoint failed for database "store". The database has been
invalidated. Original error: Could not write file "${path}": No space left on device`;

describe("storeErrorOf(error, path)", () => {
  it.each<[string, typeof StoreError, RegExp]>([
    [lock, BusyStoreError, /^store \S+ is in use by another process, \/usr\/bin\/node \(PID 7\): wait for it to end/],
    [lock.split(":").slice(0, 2).join(":"), BusyStoreError, /by another process, which the system does not name: wait/],
    [logFull, TransientStoreError, /^no space left on the disk of \/data\/feeds\.duckdb: free some and run it again/],
    [fileFull, TransientStoreError, /^no space left on the disk of \/data\/feeds\.duckdb: free some/],
    ["Out of Memory Error: failed to offload data block of size 256.0 KiB", TransientStoreError, /^no space left on /],
    [
      'Database "store" has been invalidated because of x\ny',
      TransientStoreError,
      /failed \(Database .* x\): run it ag/
    ],
    ["FATAL Error: something new", TransientStoreError, /^writing to store \S+ failed \(FATAL Error: something new\)/],
    ["EROFS: read-only file system, mkdir", StoreError, /^cannot write to \S+: its disk is read-only; name another/],
    [
      `IO Error: Cannot open file "${path}": Permission denied`,
      StoreError,
      /^no permission for \/data\/feeds\.duckdb: /
    ],
    [
      `IO Error: The file "${path}" exists, but it is not a valid DuckDB database file!`,
      StoreError,
      / is not a DuckDB file: /
    ],
    [
      "IO Error: Trying to read a database file with version number 99",
      StoreError,
      /^a newer DuckDB wrote store \S+: up/
    ],
    [
      "IO Error: Failure while replaying WAL file: checksum",
      StoreError,
      /^the log of store \S+ .* then remove \S+\.wal; /
    ],
    [
      "IO Error: This WAL was created for this database file, but",
      StoreError,
      /^the log of store \S+ is damaged or belongs to ano/
    ],
    [checksum, StoreError, /^store \S+ is damaged \(a checksum does not match\): restore it/],
    [cutOff, StoreError, /^store \S+ is damaged \(its end is missing\): restore it/],
    ["INTERNAL Error: Failed to load metadata pointer", StoreError, /^store \S+ is damaged \(its end is missing\): /]
  ])("describes %s in one sentence", (message, kind, sentence) => {
    const described = storeErrorOf(new Error(message), path) as Error;
    expect(described.constructor).toBe(kind);
    expect(described.message).toMatch(sentence);
    expect(described.message).not.toContain("\n");
  });

  it("names the snapshot or export whose writing failed", () => {
    const other = 'IO Error: Cannot open file "/home/out.csv": Permission denied';
    expect(String(storeErrorOf(new Error(other), path))).toContain("no permission for /home/out.csv: ");
    const full = 'IO Error: Could not write file "/mnt/out.csv": No space left on device';
    expect(String(storeErrorOf(new Error(full), path))).toContain("the disk of /mnt/out.csv: ");
  });

  it.each([
    'Binder Error: Referenced column "checksum" not found in FROM clause!',
    "Conversion Error: Could not convert string 'Permission denied' to INT32",
    "Catalog Error: Table with name EACCES does not exist!"
  ])("returns an error of a query unchanged: %s", (message) => {
    const error = new Error(message);
    expect(storeErrorOf(error, path)).toBe(error);
  });

  it("returns a StoreError unchanged", () => {
    const error = new StoreError("no checksum");
    expect(storeErrorOf(error, path)).toBe(error);
  });
});
