import {existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync} from "node:fs";
import {basename, dirname, join} from "node:path";
import {setTimeout} from "node:timers/promises";
import {type DuckDBConnection, DuckDBInstance, quotedString} from "@duckdb/node-api";
import {messageOf} from "../config/message.js";
import {isLocked, StoreError, storeErrorOf} from "./error.js";
import {settleEnded} from "./loads.js";
import {memorySettings} from "./memory.js";
import {assertKnown, type Meaning, migrate, redefine, storeVersion} from "./migrate.js";
import {isAlive} from "./process.js";

/** An open store. Only one process may hold it for writing, and then no other can read it: close it soon. */
export interface Store {
  readonly path: string;
  readonly connection: DuckDBConnection;
  close(): void;
}

/** How long who writes waits for another load, or for a reader that takes its time, in ms. */
export const writerWaitMs = 10_000;

/**
 * Options of `openStore`: `readOnly` needs an existing store and leaves it as it is; `waitMs` bounds the wait for another
 * process; `memory` is what DuckDB may take before it writes to files beside the store (default: most of what there is).
 */
export interface OpenOptions extends Meaning {
  readOnly?: boolean;
  waitMs?: number;
  memory?: string;
}

/**
 * Opens the store at `path`, made and migrated to today's tables if need be, with the end of killed loads booked.
 * @throws PassingStoreError if it stays in use or its disk is full; StoreError if it is missing (read-only), no DuckDB
 * file, damaged, or of a newer version
 */
export async function openStore(path: string, options: OpenOptions = {}): Promise<Store> {
  const {readOnly = false, waitMs = 1000, memory, ...meaning} = options;
  if (!existsSync(path)) {
    if (readOnly)
      throw new StoreError(
        `no store at ${path}: run a load first (npm start loads the demo), or name one with --store`
      );
    await createStore(path, meaning);
  }
  if (!readOnly) removeRemains(path);
  const store = await openInstance(path, memory);
  try {
    await attach(store.connection, path, {readOnly, until: performance.now() + waitMs});
    if (!readOnly) await migrate(store.connection, meaning);
    else {
      const version = await storeVersion(store.connection);
      assertKnown(version);
      // A snapshot can be read like a store: its tables are made already.
      if (version > 0 && Object.keys(meaning).length > 0) await redefine(store.connection, meaning);
    }
    if (!readOnly) await settleEnded(store);
  } catch (error) {
    store.close();
    const told = storeErrorOf(error, path);
    throw told instanceof StoreError ? told : new StoreError(`cannot open store ${path}: ${firstLine(error)}`);
  }
  return store;
}

// A store is made beside its place: where that breaks off, there is none yet instead of half of one.
async function createStore(path: string, meaning: Meaning): Promise<void> {
  mkdirSync(dirname(path), {recursive: true});
  const temporary = `${path}.${process.pid}.tmp`;
  const store = await openInstance(temporary);
  try {
    await store.connection.run(`ATTACH ${quotedString(temporary)} AS store; USE store;`);
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
  const instance = await DuckDBInstance.create(":memory:", {temp_directory: `${path}.${process.pid}.spill`, ...limit});
  const connection = await instance.connect();
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

async function attach(
  connection: DuckDBConnection,
  path: string,
  {readOnly, until}: {readOnly: boolean; until: number}
): Promise<void> {
  for (;;) {
    try {
      await connection.run(`ATTACH ${quotedString(path)} AS store${readOnly ? " (READ_ONLY)" : ""}; USE store;`);
      return;
    } catch (error) {
      if (!isLocked(firstLine(error)) || performance.now() > until) throw error;
      await setTimeout(25 + 50 * Math.random());
    }
  }
}

// What killed processes left beside the store: its making, and what did not fit into memory.
function removeRemains(path: string): void {
  for (const name of readdirSync(dirname(path))) {
    const pid = name.startsWith(`${basename(path)}.`) ? /\.(\d+)\.(tmp|tmp\.wal|spill)$/.exec(name)?.[1] : undefined;
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(dirname(path), name), {force: true, recursive: true});
  }
}

function firstLine(error: unknown): string {
  return messageOf(error).split("\n")[0] ?? "";
}
