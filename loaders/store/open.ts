import {existsSync, linkSync, mkdirSync, renameSync, rmSync, statSync} from "node:fs";
import {dirname} from "node:path";
import {type DuckDBConnection, DuckDBInstance, quotedString} from "@duckdb/node-api";
import {messageOf} from "../config/message.js";
import {attach} from "./attach.js";
import {type Meaning, redefine} from "./definitions.js";
import {StoreError, storeErrorOf, UnknownStoreError} from "./error.js";
import {otherText, settleEnded} from "./loads.js";
import {memorySettings, noteLimit} from "./memory.js";
import {assertKnown, migrate, standIn, storeVersion} from "./migrate.js";
import {ownPath, removeRemains} from "./remains.js";

/** An open store. Only one process may hold it for writing, and then no other can read it: close it soon. */
export interface Store {
  readonly path: string;
  readonly connection: DuckDBConnection;
  close(): void;
}

// The log of a load that was killed takes memory for every table in it, until DuckDB writes it into the file.
const logMemory = "256MB";

/** How long who writes waits for another load, or for a reader that takes its time, in ms. */
export const writerWaitMs = 10_000;

/**
 * Options of `openStore`: `readOnly` leaves the store as it is, and needs one, as `create: false` does; `waitMs` bounds
 * the wait for another process, `signal` ends it; `memory` is what DuckDB may take before it writes to files.
 */
export interface OpenOptions extends Meaning {
  readOnly?: boolean;
  create?: boolean;
  waitMs?: number;
  signal?: AbortSignal | undefined;
  memory?: string;
}

/**
 * Opens the store at `path`, made and migrated to today's tables if need be, with the end of killed loads booked.
 * @throws PassingStoreError if it stays in use or its disk is full; StoreError if it is missing and may not be made, no
 * DuckDB file, damaged, or of a newer version; UnknownStoreError for what else may happen
 */
export async function openStore(path: string, options: OpenOptions = {}): Promise<Store> {
  try {
    return await open(path, options);
  } catch (error) {
    const told = storeErrorOf(error, path);
    if (told instanceof StoreError) throw told;
    throw new UnknownStoreError(`cannot open store ${path}: ${messageOf(error).split("\n")[0]}`);
  }
}

async function open(path: string, options: OpenOptions): Promise<Store> {
  const {readOnly = false, create = true, waitMs = 1000, signal, memory, ...meaning} = options;
  const found = statSync(path, {throwIfNoEntry: false});
  if (found?.isDirectory()) throw new StoreError(`${path} is a folder: name a file with --store`);
  if (found === undefined) {
    const none = `no store at ${path}: run a load first (npm start loads the demo), or name one with --store`;
    if (readOnly) throw new StoreError(none);
    if (!create) throw new StoreError(`store ${path} is gone: ${otherText}`);
    await createStore(path, meaning);
  }
  if (!readOnly) removeRemains(path);
  const hasLog = memory !== undefined && existsSync(`${path}.wal`);
  const store = await openInstance(path, hasLog ? logMemory : memory);
  try {
    await attach(store.connection, path, {readOnly, until: performance.now() + waitMs, signal});
    if (readOnly) await redefineOld(store.connection, path, meaning);
    else {
      await migrate(store.connection, meaning);
      await settleEnded(store);
    }
  } catch (error) {
    store.close();
    throw error;
  }
  return store;
}

async function redefineOld(connection: DuckDBConnection, path: string, meaning: Meaning): Promise<void> {
  const version = await storeVersion(connection);
  assertKnown(version);
  // A snapshot can be read like a store: its tables are made already.
  if (version === 0) return;
  await standIn(connection, version);
  await redefine(connection, meaning, {path, noted: version >= 7});
}

/**
 * The oldest of DuckDB's formats whose log knows the store that it belongs to: one that is left beside a copy put back
 * would else be added to it.
 */
export const storageVersion = "v1.4.0";

// A store is made beside its place: where that breaks off, there is none yet instead of half of one.
async function createStore(path: string, meaning: Meaning): Promise<void> {
  mkdirSync(dirname(path), {recursive: true});
  const temporary = ownPath(path, "tmp");
  const store = await openInstance(temporary);
  try {
    await store.connection.run(
      `ATTACH ${quotedString(temporary)} AS store (STORAGE_VERSION '${storageVersion}'); USE store;`
    );
    await migrate(store.connection, meaning);
    await store.connection.run("CHECKPOINT");
    store.close();
    if (!existsSync(path)) putInPlace(temporary, path);
  } catch (error) {
    store.close();
    if (!existsSync(path)) throw storeErrorOf(error, path); // else another process was first
  } finally {
    for (const file of [temporary, `${temporary}.wal`]) rmSync(file, {force: true});
  }
}

function putInPlace(temporary: string, path: string): void {
  try {
    linkSync(temporary, path); // unlike a rename it never replaces what another process was quicker to make
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return;
    renameSync(temporary, path); // a file system without links
  }
}

// In memory, with the store attached, so that a reader too can write a snapshot beside it.
async function openInstance(path: string, memory?: string): Promise<Store> {
  const limit = memory === undefined ? {} : memorySettings(memory);
  // What does not fit goes to files of this process alone: two would write over each other's.
  const instance = await DuckDBInstance.create(":memory:", {temp_directory: ownPath(path, "spill"), ...limit});
  const connection = await instance.connect();
  if (memory !== undefined) noteLimit(connection, memory);
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
