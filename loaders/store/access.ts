import pLimit from "p-limit";
import type {Settings} from "../config/settings.js";
import {StoreError, storeErrorOf} from "./database/error.js";
import type {Store} from "./database/store.js";
import {openStore, writerWaitMs} from "./open.js";

const memory = "48MB"; // for DuckDB, however large the store, as a load runs beside other work
const interruptedWaitMs = 1000;

/** Runs `work` with an open store. If the load does not hold the store, `readOnly` lets other processes read meanwhile. */
export type WithStore = <T>(work: (store: Store) => Promise<T>, options?: {readOnly: boolean}) => Promise<T>;

/** A load's access to its store, until `close`. */
export interface Access {
  withStore: WithStore;
  close(): void;
}

/**
 * Opens the store for a load: once (`hold`), or for each piece of work, so that other processes can use it in between. Does not
 * make a store again that was deleted meanwhile. Waits for a store in use, after `signal` only a second. @throws StoreError
 */
export async function openAccess(
  settings: Settings,
  {hold, signal}: {hold: boolean; signal: AbortSignal}
): Promise<Access> {
  const oneAtATime = pLimit(1); // as the load may read during a commit
  let opened = false; // a new store would lack the start of this load
  let held = hold ? await open() : null;

  async function open(readOnly = false): Promise<Store> {
    const kept = {...settings.rows, rules: settings.rules};
    const wait = signal.aborted ? {waitMs: interruptedWaitMs} : {waitMs: writerWaitMs, signal};
    const store = await openStore(settings.storePath, {...kept, readOnly, create: !opened, memory, ...wait});
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
      if (failure instanceof StoreError) close(); // DuckDB may take no more statements until the file is opened again
      throw failure;
    } finally {
      if (!hold) await release(store, readOnly);
    }
  }

  return {withStore: (work, options) => oneAtATime(() => run(work, options?.readOnly)), close};
}

// CHECKPOINT writes the log into the file without blocking this thread, as closing would. If it fails, closing tries again.
async function release(store: Store, readOnly = false): Promise<void> {
  if (!readOnly) await store.connection.run("CHECKPOINT").catch(() => undefined);
  store.close();
}
