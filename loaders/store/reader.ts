import {storeErrorOf} from "./error.js";
import type {Meaning} from "./migrate.js";
import {openStore, type Store} from "./open.js";

/**
 * Runs `work` on the store opened for reading, with what the settings mean for its views, and closes it.
 * @throws StoreError if there is none, it stays in use or is damaged
 */
export async function readStore<T>(
  path: string,
  work: (store: Store) => Promise<T>,
  meaning: Meaning = {}
): Promise<T> {
  const store = await openStore(path, {readOnly: true, ...meaning});
  try {
    return await work(store);
  } catch (error) {
    throw storeErrorOf(error, path);
  } finally {
    store.close();
  }
}
