import {storeErrorOf} from "../database/error.js";
import {interruptible} from "../database/interrupt.js";
import type {Store} from "../database/store.js";
import {type OpenOptions, openStore} from "./open.js";

/**
 * Runs `work` on the store opened for reading, with what the settings mean for its views, and closes it. `signal` breaks
 * off whatever it asks. @throws StoreError if there is none, it stays in use or is damaged; InterruptedError
 */
export function readStore<T>(path: string, work: (store: Store) => Promise<T>, options: OpenOptions = {}): Promise<T> {
  const reading = (store: Store) => interruptible(store.connection, () => work(store), options.signal);
  return useStore(path, {...options, readOnly: true}, reading);
}

/**
 * Runs `work` on the store opened as the options say, and closes it.
 * @throws StoreError if it cannot be opened, or `work` comes upon damage or a full disk
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
