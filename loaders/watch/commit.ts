import {setTimeout} from "node:timers/promises";
import {errorOf} from "../config/message.js";
import {durationText} from "../config/time.js";
import {PassingStoreError, StoreError, UnknownStoreError} from "../database/error.js";
import type {Load} from "../load/context.js";

const leastMs = 1000; // between the starts of two commits: each opens the store
const checkMs = 50;

/** Commits what a load booked, in the background. */
export interface Committing {
  /** Why nothing can be committed any more; null while it can. A store that is in use, or a full disk, may pass. */
  failure(): Error | null;
  /**
   * Commits the rest, and waits for the store if it is in use, up to ten minutes. @throws what `failure` gives, or why the
   * rest could not be committed; then it is given up as lost
   */
  finish(): Promise<void>;
}

/** How long, in ms, to go on where commits fail for a reason that nobody knows to pass, and to wait for a store at the end. */
export interface Patience {
  hopelessMs?: number;
  finishMs?: number;
}

/**
 * Commits at most once a second, when no question is under way (`idle`), or at the latest after two seconds. A commit
 * that fails is told once, and made up for when it can be.
 */
export function keepCommitting(
  {books, report, log}: Pick<Load, "books" | "report" | "log">,
  idle: () => boolean,
  {hopelessMs = 60_000, finishMs = 600_000}: Patience = {}
): Committing {
  const ended = new AbortController();
  let [startedAt, failedAt] = [-Infinity, -Infinity];
  let failingSince: number | null = null;
  let failure: Error | null = null;
  let last: Error | null = null;

  async function commit(): Promise<void> {
    startedAt = performance.now();
    try {
      await books.flush();
    } catch (error) {
      failed(errorOf(error));
      return;
    }
    if (failingSince !== null)
      log.note(`committed again, after ${durationText(performance.now() - failingSince)}: nothing was lost`);
    failingSince = last = null;
    log.step(report.responses, 0, `responses, ${report.rows} rows`);
  }

  function failed(error: Error): void {
    failedAt = performance.now();
    last = error;
    if (failingSince === null && isPatient(error))
      log.warn(`not committed yet: ${error.message}; what comes is kept until it is`);
    failingSince ??= startedAt;
    if (error instanceof PassingStoreError) return;
    if (!isPatient(error)) failure = error;
    else if (failedAt - failingSince >= hopelessMs) failure = new Error(`${error.message}: ${hopeless(failingSince)}`);
  }

  function hopeless(since: number): string {
    return `nothing could be committed for ${durationText(failedAt - since)}, feedbook doctor may tell why`;
  }

  function due(): boolean {
    const now = performance.now();
    return now - startedAt >= (idle() ? leastMs : 2 * leastMs) && now - failedAt >= leastMs;
  }

  async function run(): Promise<void> {
    while (!ended.signal.aborted && failure === null) {
      if (books.waitingBytes() > 0 && due()) await commit();
      else await setTimeout(checkMs, undefined, {signal: ended.signal}).catch(() => undefined); // ended: seen above
    }
  }

  async function commitRest(): Promise<void> {
    const until = performance.now() + finishMs;
    let told = false;
    while (failure === null && books.waitingBytes() > 0 && performance.now() < until) {
      await commit();
      if (failingSince === null || failure !== null) continue;
      if (!told)
        log.warn(
          `ending as soon as all is committed, or in ${durationText(finishMs)} without; a second Ctrl-C ends at once`
        );
      told = true;
      await setTimeout(leastMs);
    }
  }

  const running = run();
  return {
    failure: () => failure,
    async finish() {
      ended.abort();
      await running;
      await commitRest();
      const final = failure ?? last;
      if (final !== null && books.waitingBytes() > 0) {
        failure = lostBy(final);
        books.giveUp(failure);
      }
      if (failure !== null) throw failure;
    }
  };
}

// These may be transient.
function isPatient(error: Error): boolean {
  return error instanceof PassingStoreError || error instanceof UnknownStoreError || !(error instanceof StoreError);
}

function lostBy(error: Error): Error {
  const text = `${error.message}; what came meanwhile is lost`;
  if (error instanceof PassingStoreError) return new PassingStoreError(text);
  return error instanceof StoreError ? new StoreError(text) : new Error(text);
}
