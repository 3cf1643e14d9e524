import type {Settings} from "../config/settings.js";
import {touchLoaders} from "../site/touch.js";
import {type Derived, derive} from "../store/derive.js";
import {writerWaitMs} from "../store/open.js";
import {publish} from "../store/publish.js";
import {useStore} from "../store/reader.js";
import type {Log} from "./log.js";

/**
 * Brings a store's derived tables up to date, or makes them again from scratch, and publishes the snapshot; others can use
 * the store between two parts. Interrupted, it keeps what is made; the next goes on there. @throws StoreError if there is no store, or it stays in use
 */
export async function deriveStore(
  settings: Settings,
  {rebuild, log, signal}: {rebuild: boolean; log: Log; signal: AbortSignal}
): Promise<Derived> {
  const {storePath, snapshotPath, rows} = settings;
  await useStore(storePath, {readOnly: true, waitMs: writerWaitMs}, async () => {}); // none is made
  const onProgress = (done: number, total: number) => log.step(done, total, "hours of feeds");
  const derived = await derive((work) => useStore(storePath, {...rows, waitMs: writerWaitMs}, work), {
    ...{rebuild, signal, onProgress}
  });
  log.done();
  await useStore(storePath, {...rows, readOnly: true, waitMs: writerWaitMs}, (store) => publish(store, snapshotPath));
  touchLoaders();
  return derived;
}
