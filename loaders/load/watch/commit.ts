import {setTimeout} from "node:timers/promises";
import {errorOf} from "../../config/errors.js";
import {countText} from "../../config/size.js";
import {durationText} from "../../config/time.js";
import {StoreError, TransientStoreError, UnknownStoreError} from "../../store/database/error.js";
import type {Load} from "../books.js";

/**
 * Times in ms: between the starts of two commits, as each opens the store; how long to go on if commits fail for an unknown
 * reason; and how long to wait for the store at the end.
 */
export interface Patience {
  every?: number;
  hopelessMs?: number;
  finishMs?: number;
}

/**
 * Commits at most once per `every` ms: when no request is under way (`idle`), or at the latest after twice as long. Failing
 * commits are repeated until one succeeds. `failure`: the error after which none is tried any more, else null. `finish`
 * commits the rest, waits for a store in use, and throws the error of `failure`, or the reason why the rest is lost.
 */
export function keepCommitting(
  {books, report, log}: Pick<Load, "books" | "report" | "log">,
  idle: () => boolean,
  {every = 1000, hopelessMs = 60_000, finishMs = 600_000}: Patience = {}
) {
  let startedAt = -Infinity;
  let running: Promise<void> | null = null;
  let failing: {since: number; error: Error} | null = null;
  let failure: Error | null = null;

  const hasRest = () => failure === null && books.waitingBytes() > 0;

  async function commit(): Promise<void> {
    startedAt = performance.now();
    try {
      await books.flush();
    } catch (thrown) {
      const error = errorOf(thrown);
      const since = failing?.since ?? startedAt;
      failure = ending(error, performance.now() - since, hopelessMs);
      if (failing === null && failure === null)
        log.warn(`not committed yet: ${error.message}; responses are kept until it is`);
      failing = {since, error};
      return;
    }
    if (failing !== null)
      log.note(`committed again, after ${durationText(performance.now() - failing.since)}: nothing was lost`);
    failing = null;
    const responses = report.responses === 1 ? "response" : "responses";
    log.step(report.responses, 0, `${responses}, ${countText(report.rows, "row")}`);
  }

  function offer(): void {
    const waited = performance.now() - startedAt;
    if (running !== null || !hasRest() || waited < every || !(idle() || waited >= 2 * every)) return;
    running = commit().finally(() => {
      running = null;
    });
  }

  async function finish(): Promise<void> {
    await running;
    const until = performance.now() + finishMs;
    const end = `ending as soon as all is committed, or in ${durationText(finishMs)} without; a second Ctrl-C ends at once`;
    for (let tries = 0; hasRest() && performance.now() < until; tries++) {
      if (tries === 1) log.warn(end);
      if (tries > 0) await setTimeout(every);
      await commit();
    }
    failure ??= failing !== null && books.waitingBytes() > 0 ? failing.error : null;
    if (failure === null) return;
    if (books.waitingBytes() > 0) {
      failure.message += "; responses received meanwhile are lost";
      books.giveUp(failure);
    }
    throw failure;
  }

  return {offer, failure: (): Error | null => failure, finish};
}

// The error that ends a watch after a failed commit; null if a later commit may succeed.
function ending(error: Error, failingMs: number, hopelessMs: number): Error | null {
  if (error instanceof TransientStoreError) return null;
  if (error instanceof StoreError && !(error instanceof UnknownStoreError)) return error;
  if (failingMs < hopelessMs) return null;
  const duration = durationText(failingMs);
  return new Error(`${error.message}: nothing could be committed for ${duration}, feedbook doctor may say why`);
}
