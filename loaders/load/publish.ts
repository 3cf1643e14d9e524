import {messageOf} from "../config/message.js";
import {InterruptedError} from "../database/interrupt.js";
import {type Published, publish} from "../snapshot/publish.js";
import type {Load} from "./context.js";

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
