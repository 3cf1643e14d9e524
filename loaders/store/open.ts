import {existsSync, linkSync, lstatSync, renameSync, statSync} from "node:fs";
import {dirname, join} from "node:path";
import {type DuckDBConnection, DuckDBInstance} from "@duckdb/node-api";
import {messageOf} from "../config/errors.js";
import {redefine} from "../sql/definitions.js";
import type {FundingUnits} from "../sql/list.js";
import {NoStoreError, OutdatedStoreError, StoreError, storeErrorOf, UnknownStoreError} from "./database/error.js";
import {inOwnFolder, makeFolder, ownPath, removeDatabase, removeLeftovers} from "./database/files.js";
import {isOutOfMemory, limitMemory} from "./database/memory.js";
import {attach, attachSql, interruptible, type Store} from "./database/store.js";
import {otherText, settleEnded} from "./loads.js";
import {assertKnown, assertNoOther, migrate, storeVersion, todaysVersion} from "./migrate.js";

// DuckDB reads the log of a killed load into memory, for every table in it, until it writes it into the file.
const logMemory = "256MB";

/** How long a writer waits for another load or a slow reader, in ms. */
export const writerWaitMs = 10_000;

/**
 * Options of `openStore`. `readOnly` and `create: false` need an existing store. `waitMs` is the longest wait for another
 * process, and `signal` ends it. `memory`: how much DuckDB may use before it writes to files. `anyDatabase`: also opens a
 * snapshot or any other DuckDB file.
 */
export interface OpenOptions extends FundingUnits {
  readOnly?: boolean;
  anyDatabase?: boolean;
  create?: boolean;
  waitMs?: number;
  signal?: AbortSignal | undefined;
  memory?: string;
}

/**
 * Opens the store at `path`: makes or migrates it if needed, and books the end of killed loads. @throws StoreError: its classes
 * say whether the store may be free later, is missing, older, damaged, newer or another file
 */
export async function openStore(path: string, options: OpenOptions = {}): Promise<Store> {
  try {
    return await open(path, options);
  } catch (error) {
    // DuckDB keeps in memory which rows of a file are deleted: many, if they are spread over the whole store.
    if (options.memory !== undefined && isOutOfMemory(error)) {
      const {memory: _, ...unlimited} = options;
      return await openStore(path, unlimited);
    }
    const known = storeErrorOf(error, path);
    if (known instanceof StoreError) throw known;
    throw new UnknownStoreError(`cannot open store ${path}: ${messageOf(error).split("\n")[0]}`);
  }
}

async function open(path: string, options: OpenOptions): Promise<Store> {
  const {readOnly = false, anyDatabase = false, create = true, waitMs = 1000, signal, memory, ...units} = options;
  const gone = () => new StoreError(`store ${path} is gone: ${otherText}`);
  if (!readOnly) removeLeftovers(path); // first, as they may fill the disk
  const found = statSync(path, {throwIfNoEntry: false});
  const fault = faultOf(path);
  if (fault !== null) throw new StoreError(`${path} is ${fault}: name a file with --store`);
  if (found === undefined && readOnly) throw new NoStoreError(path);
  if (found === undefined && !create) throw gone();
  if (found === undefined) await createStore(path, units);
  const hasLog = memory !== undefined && existsSync(`${path}.wal`);
  const store = await openInstance(path, hasLog ? logMemory : memory);
  try {
    await attach(store.connection, path, {readOnly, until: performance.now() + waitMs, signal});
    if (readOnly) {
      const isStore = await redefineOld(store.connection, path, units);
      if (!isStore && !anyDatabase) {
        await assertNoOther(store.connection);
        throw new NoStoreError(path);
      }
    } else {
      if (!create && (await storeVersion(store.connection)) === 0) throw gone();
      await migrate(store.connection, units);
      await settleEnded(store);
    }
  } catch (error) {
    store.close();
    throw error;
  }
  return store;
}

// DuckDB would wait forever for a pipe or a device.
function faultOf(file: string): string | null {
  const found = statSync(file, {throwIfNoEntry: false});
  if (found === undefined) return lstatSync(file, {throwIfNoEntry: false}) ? "a link to nothing" : null;
  if (found.isFile()) return null;
  return found.isDirectory() ? "a folder" : "not a plain file";
}

// Gives whether the file is a store.
async function redefineOld(connection: DuckDBConnection, path: string, units: FundingUnits): Promise<boolean> {
  const version = await storeVersion(connection);
  assertKnown(version);
  if (version === 0) return false;
  if (version < todaysVersion) throw new OutdatedStoreError(path);
  await redefine(connection, units, {path, version});
  return true;
}

/**
 * The oldest of DuckDB's formats whose log names its store. With an older format, DuckDB would replay a log into a backup of
 * the store that was copied beside it.
 */
export const storageVersion = "v1.4.0";

// Makes the store under a temporary name, so that an interruption leaves no incomplete store and no log.
async function createStore(path: string, units: FundingUnits): Promise<void> {
  makeFolder(dirname(path));
  const temporary = ownPath(path, "tmp");
  const store = await openInstance(temporary);
  try {
    const options = [`STORAGE_VERSION '${storageVersion}'`, "RECOVERY_MODE no_wal_writes"];
    await store.connection.run(attachSql(temporary, {options}));
    await migrate(store.connection, units);
    await store.connection.run("CHECKPOINT");
    store.close();
    if (!existsSync(path)) putInPlace(temporary, path);
  } catch (error) {
    store.close();
    if (!existsSync(path)) throw storeErrorOf(error, path); // else another process made it first
  } finally {
    removeDatabase(temporary);
  }
}

function putInPlace(temporary: string, path: string): void {
  try {
    linkSync(temporary, path); // a rename would replace a store that another process made meanwhile
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return;
    renameSync(temporary, path); // a file system without links
  }
}

// A database in memory, to which the store is attached: so a connection that only reads the store can write a snapshot.
async function openInstance(path: string, memory?: string): Promise<Store> {
  // Each process has temporary files of its own, as two would overwrite each other's.
  const instance = await DuckDBInstance.create(":memory:", {temp_directory: ownPath(path, "spill")});
  const connection = await instance.connect();
  if (memory !== undefined) await limitMemory(connection, memory);
  await connection.run("SET TimeZone = 'UTC'");
  return {
    path,
    connection,
    close() {
      connection.closeSync();
      instance.closeSync();
    }
  };
}

/**
 * Runs `work` on the store opened for reading, with the units of the settings in its views, and closes it. `signal` interrupts
 * its queries. @throws StoreError if there is none, it stays in use or is damaged; InterruptedError
 */
export function readStore<T>(path: string, work: (store: Store) => Promise<T>, options: OpenOptions = {}): Promise<T> {
  const reading = (store: Store) => interruptible(store.connection, () => work(store), options.signal);
  return useStore(path, {...options, readOnly: true}, reading);
}

/**
 * Runs `work` on the store opened as the options say, and closes it.
 * @throws StoreError if it cannot be opened, or `work` meets damage or a full disk
 */
export async function useStore<T>(path: string, options: OpenOptions, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(path, options);
  try {
    return await work(store);
  } catch (error) {
    throw storeErrorOf(error, path);
  } finally {
    store.close();
  }
}

/** Runs `work` on an empty temporary store. */
export function useEmptyStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  return inOwnFolder((folder) => useStore(join(folder, "empty.duckdb"), {}, work));
}
