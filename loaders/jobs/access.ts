import pLimit from "p-limit";
import type {Settings} from "../config/settings.js";
import {storeErrorOf} from "../store/error.js";
import {openStore, type Store, writerWaitMs} from "../store/open.js";

const memory = "64MB"; // for DuckDB, however large the store: a load runs beside other work

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

/** Opens the store for a load and keeps it open (`hold`), or opens it anew for each piece of work, so that others get at it between. */
export async function openAccess(settings: Settings, {hold}: {hold: boolean}): Promise<Access> {
  const open = (readOnly = false) =>
    openStore(settings.storePath, {...settings.rows, readOnly, waitMs: writerWaitMs, memory});
  const oneAtATime = pLimit(1); // a commit runs while others read
  const told = (error: unknown) => Promise.reject(storeErrorOf(error, settings.storePath));
  if (hold) {
    const store = await open();
    return {withStore: (work) => oneAtATime(() => work(store).catch(told)), close: store.close};
  }
  async function opened<T>(work: (store: Store) => Promise<T>, readOnly?: boolean): Promise<T> {
    const store = await open(readOnly);
    try {
      return await work(store).catch(told);
    } finally {
      store.close();
    }
  }
  return {withStore: (work, options) => oneAtATime(() => opened(work, options?.readOnly)), close() {}};
}
