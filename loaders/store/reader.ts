import {openStore, type Store} from "./open.js";

/** Runs `work` on the store opened for reading, and closes it. @throws StoreError if there is none, or it stays in use */
export async function readStore<T>(path: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(path, {readOnly: true});
  try {
    return await work(store);
  } finally {
    store.close();
  }
}
