import {touchLoaders} from "../site/touch.js";
import {InterruptedError} from "../store/interrupt.js";
import {type Published, publish} from "../store/publish.js";
import type {Load} from "./load.js";

const momentMs = 5000; // to publish in, once interrupted

type Publishing = Pick<Load, "withStore" | "settings" | "signal" | "log">;

/** Writes the snapshot, and tells a running preview. @throws InterruptedError if the load is; the one before is kept then */
export async function publishNow({withStore, settings, signal}: Omit<Publishing, "log">): Promise<Published> {
  const published = await withStore((store) => publish(store, settings.snapshotPath, {...settings.snapshot, signal}), {
    readOnly: true
  });
  touchLoaders();
  return published;
}

/** Publishes what came; interrupted, only if a moment is enough: else that is told, and null is given. */
export async function publishAtEnd({log, signal, ...load}: Publishing): Promise<Published | null> {
  const until = signal.aborted ? AbortSignal.timeout(momentMs) : signal;
  try {
    return await publishNow({...load, signal: until});
  } catch (error) {
    if (!(error instanceof InterruptedError)) throw error;
    log.note("the snapshot is older than the store: feedbook publish writes it anew");
    return null;
  }
}
