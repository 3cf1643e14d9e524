import pLimit from "p-limit";
import {messageOf} from "../config/errors.js";
import type {Settings} from "../config/settings.js";
import {PassingStoreError, storeErrorOf} from "../database/error.js";
import type {Store} from "../database/store.js";
import {openStore, writerWaitMs} from "./open.js";

const memory = "48MB"; // for DuckDB, however large the store: a load runs beside other work
const interruptedWaitMs = 1000;

/**
 * Runs `work` with an open store: one held for the whole load, or opened for each commit, where `readOnly` lets others
 * read meanwhile.
 */
export type WithStore = <T>(work: (store: Store) => Promise<T>, options?: {readOnly: boolean}) => Promise<T>;

/** How a load gets at its store, until `close`. */
export interface Access {
  withStore: WithStore;
  close(): void;
}

/**
 * Opens the store for a load and keeps it open (`hold`), or opens it anew for each piece of work, so that others get at it
 * between; a store that is gone then is not made anew. A store in use is waited for, but not long once `signal` is aborted. @throws StoreError
 */
export async function openAccess(
  settings: Settings,
  {hold, signal}: {hold: boolean; signal: AbortSignal}
): Promise<Access> {
  const oneAtATime = pLimit(1); // a commit runs while others read
  let opened = false; // once it is, a store that is gone is not made anew: the start of this load would not be booked in it
  let held = hold ? await open() : null;

  async function open(readOnly = false): Promise<Store> {
    const wait = signal.aborted ? {waitMs: interruptedWaitMs} : {waitMs: writerWaitMs, signal};
    const store = await openStore(settings.storePath, {...settings.rows, readOnly, create: !opened, memory, ...wait});
    opened = true;
    return store;
  }

  function close(): void {
    held?.close();
    held = null;
  }

  async function run<T>(work: (store: Store) => Promise<T>, readOnly?: boolean): Promise<T> {
    const store = held ?? (await open(!hold && readOnly));
    if (hold) held = store;
    try {
      return await work(store);
    } catch (error) {
      const failure = storeErrorOf(error, settings.storePath);
      if (failure instanceof PassingStoreError || isBroken(error)) close();
      throw failure;
    } finally {
      if (!hold) await release(store, readOnly);
    }
  }

  return {withStore: (work, options) => oneAtATime(() => run(work, options?.readOnly)), close};
}

// Closing also writes the log into the file, but in this thread, where polls would have to wait; what fails here is
// tried there once more.
async function release(store: Store, readOnly = false): Promise<void> {
  if (!readOnly) await store.connection.run("CHECKPOINT").catch(() => undefined);
  store.close();
}

// DuckDB takes no more statements then, until the file is opened again.
function isBroken(error: unknown): boolean {
  return /has been invalidated|FATAL/i.test(messageOf(error));
}
