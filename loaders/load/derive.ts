import type {Settings} from "../config/settings.js";
import {OutdatedStoreError} from "../database/error.js";
import {type Derived, derive} from "../derive/derive.js";
import {writerWaitMs} from "../store/open.js";
import {useStore} from "../store/reader.js";
import type {WithStore} from "./access.js";
import type {Log} from "./log.js";
import {publishAtEnd} from "./publish.js";

/**
 * Brings a store's derived tables up to date, or makes them again from scratch, and publishes the snapshot; others can use
 * the store between two parts. Interrupted, it keeps what is made; the next goes on there. @throws StoreError if there is no store, or it stays in use
 */
export async function deriveStore(
  settings: Settings,
  {rebuild, log, signal}: {rebuild: boolean; log: Log; signal: AbortSignal}
): Promise<Derived> {
  const {storePath, rows} = settings;
  const withStore: WithStore = (work, options) =>
    useStore(storePath, {...rows, ...options, waitMs: writerWaitMs, signal}, work);
  await useStore(storePath, {readOnly: true, waitMs: writerWaitMs, signal}, async () => {}).catch((error: unknown) => {
    if (!(error instanceof OutdatedStoreError)) throw error; // none is made
  });
  const onProgress = (done: number, total: number) => log.step(done, total, "hours of feeds");
  const derived = await derive(withStore, {rebuild, signal, onProgress});
  log.done();
  await publishAtEnd({withStore, settings, signal, log});
  return derived;
}
