import {setTimeout} from "node:timers/promises";
import {errorOf} from "../config/message.js";
import {durationText} from "../config/time.js";
import {PassingStoreError, StoreError} from "../store/error.js";
import type {Load} from "./load.js";

const leastMs = 1000; // between the starts of two commits: each opens the store
const checkMs = 50;
const finishMs = 600_000;

/** Commits what a load booked, in the background. */
export interface Committing {
  /** Why nothing can be committed any more; null while it can. A store that is in use, or a full disk, may pass. */
  failure(): Error | null;
  /** Commits the rest, and waits for the store if it is in use, up to ten minutes. @throws what `failure` gives */
  finish(): Promise<void>;
}

/**
 * Commits at most once a second, when no question is under way (`idle`), or at the latest after two seconds. A commit
 * that fails is told once, and made up for when it can be.
 */
export function keepCommitting({books, report, log}: Load, idle: () => boolean): Committing {
  const ended = new AbortController();
  let [startedAt, failedAt] = [-Infinity, -Infinity];
  let failingSince: number | null = null;
  let failure: Error | null = null;

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
    failingSince = null;
    log.step(report.responses, 0, `responses, ${report.rows} rows`);
  }

  function failed(error: Error): void {
    failedAt = performance.now();
    if (error instanceof StoreError && !(error instanceof PassingStoreError)) failure = error;
    else if (failingSince === null) log.warn(`not committed yet: ${error.message}; what comes is kept until it is`);
    failingSince ??= startedAt;
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

  const running = run();
  return {
    failure: () => failure,
    async finish() {
      ended.abort();
      await running;
      const until = performance.now() + finishMs;
      while (failure === null && books.waitingBytes() > 0 && performance.now() < until) {
        await commit();
        if (failingSince !== null) await setTimeout(checkMs);
      }
      if (failure !== null) throw failure;
    }
  };
}
