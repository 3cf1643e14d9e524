import {describe, expect, it} from "vitest";
import {BusyStoreError, StoreError, storeErrorOf, TransientStoreError} from "../../../loaders/store/database/error.js";

const path = "/data/feeds.duckdb";

// Messages of DuckDB 1.5, as it gives them.
const lock = `IO Error: Could not set lock on file "${path}": Conflicting lock is held in /usr/bin/node (PID 7). See also`;
const logFull = `TransactionContext Error: Failed to commit: Could not write file "${path}.wal": No space left on device`;

describe("storeErrorOf(error, path)", () => {
  it.each<[string, typeof StoreError, RegExp]>([
    [lock, BusyStoreError, /^store \S+ is in use by another process, \/usr\/bin\/node \(PID 7\): wait for it to end/],
    [lock.split(":").slice(0, 2).join(":"), BusyStoreError, /by another process, which the system does not name: wait/],
    [logFull, TransientStoreError, /^no space left on the disk of \/data\/feeds\.duckdb: free some and run it again/],
    ["Out of Memory Error: failed to offload data block of size 256.0 KiB", TransientStoreError, /^no space left on /],
    [
      'Database "store" has been invalidated because of x\ny',
      TransientStoreError,
      /failed \(Database .* x\): run it ag/
    ],
    ["EROFS: read-only file system, mkdir", StoreError, /^cannot write to \S+: its disk is read-only; name another/],
    [
      `IO Error: Cannot open file "${path}": Permission denied`,
      StoreError,
      /^no permission for \/data\/feeds\.duckdb: /
    ]
  ])("describes %s in one sentence", (message, kind, sentence) => {
    const described = storeErrorOf(new Error(message), path) as Error;
    expect(described.constructor).toBe(kind);
    expect(described.message).toMatch(sentence);
    expect(described.message).not.toContain("\n");
  });

  it.each([
    'Binder Error: Referenced column "checksum" not found in FROM clause!',
    "Conversion Error: Could not convert string 'Permission denied' to INT32"
  ])("returns an error of a query unchanged: %s", (message) => {
    const error = new Error(message);
    expect(storeErrorOf(error, path)).toBe(error);
  });
});
