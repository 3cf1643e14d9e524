import {messageOf} from "../config/message.js";
import type {Settings} from "../config/settings.js";
import {OutdatedStoreError} from "../database/error.js";
import {InterruptedError} from "../database/interrupt.js";
import {type Derived, derive} from "../derive/derive.js";
import {type Published, publish} from "../snapshot/publish.js";
import {writerWaitMs} from "../store/open.js";
import {useStore} from "../store/reader.js";
import type {WithStore} from "./access.js";
import type {Load} from "./context.js";
import type {Log} from "./log.js";

type Publishing = Pick<Load, "withStore" | "settings" | "signal" | "log">;

/** Writes the snapshot, which a running preview follows. @throws InterruptedError if the load is; the one before is kept then */
export async function publishNow({withStore, settings, signal}: Omit<Publishing, "log">): Promise<Published> {
  return await withStore((store) => publish(store, settings.snapshotPath, {...settings.snapshot, signal}), {
    readOnly: true
  });
}

/**
 * Publishes what came. Where it fails, or `signal` is aborted meanwhile, that is reported, and null is given: the rows are
 * committed, and the snapshot before is kept.
 */
export async function publishAtEnd({log, ...load}: Publishing): Promise<Published | null> {
  try {
    return await publishNow(load);
  } catch (error) {
    const older = "the snapshot is older than the store: feedbook publish writes it anew";
    if (error instanceof InterruptedError) log.note(older);
    else log.warn(`not published: ${messageOf(error)}; ${older}`);
    return null;
  }
}

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
