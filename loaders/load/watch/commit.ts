import {setTimeout} from "node:timers/promises";
import {errorOf} from "../../config/errors.js";
import {countText} from "../../config/size.js";
import {durationText} from "../../config/time.js";
import {StoreError, TransientStoreError, UnknownStoreError} from "../../store/database/error.js";
import type {Load} from "../books.js";
import type {Task} from "./schedule.js";

/** Commits the responses that a load booked, while its polls go on. */
export interface Committing extends Task {
  /** The error after which no commit is tried any more, else null. A store in use or a full disk may pass. */
  failure(): Error | null;
  /**
   * Commits the rest; if the store is in use, waits up to ten minutes. @throws the error of `failure`, or the reason why the
   * rest is lost
   */
  finish(): Promise<void>;
}

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
 * commits are reported once, and repeated until one succeeds.
 */
export function keepCommitting(
  {books, report, log}: Pick<Load, "books" | "report" | "log">,
  idle: () => boolean,
  {every = 1000, hopelessMs = 60_000, finishMs = 600_000}: Patience = {}
): Committing {
  let startedAt = -Infinity;
  let running: Promise<void> | null = null;
  let failing: {since: number; error: Error} | null = null;
  let failure: Error | null = null;

  const hasRest = () => failure === null && books.waitingBytes() > 0;

  async function commit(): Promise<void> {
    startedAt = performance.now();
    try {
      await books.flush();
    } catch (error) {
      return failed(errorOf(error));
    }
    if (failing !== null)
      log.note(`committed again, after ${durationText(performance.now() - failing.since)}: nothing was lost`);
    failing = null;
    const responses = report.responses === 1 ? "response" : "responses";
    log.step(report.responses, 0, `${responses}, ${countText(report.rows, "row")}`);
  }

  function failed(error: Error): void {
    const isFirst = failing === null;
    const since = failing?.since ?? startedAt;
    failing = {since, error};
    const failingMs = performance.now() - since;
    if (error instanceof StoreError && !(error instanceof TransientStoreError || error instanceof UnknownStoreError))
      failure = error;
    else if (isFirst) log.warn(`not committed yet: ${error.message}; responses are kept until it is`);
    else if (!(error instanceof TransientStoreError) && failingMs >= hopelessMs)
      failure = new Error(
        `${error.message}: nothing could be committed for ${durationText(failingMs)}, feedbook doctor may say why`
      );
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

  return {offer, failure: () => failure, finish};
}
