import {setTimeout} from "node:timers/promises";
import {errorOf} from "../../config/errors.js";
import {countText} from "../../config/size.js";
import {durationText} from "../../config/time.js";
import {StoreError, TransientStoreError, UnknownStoreError} from "../../store/database/error.js";
import type {Load} from "../books.js";
import {repeat, type Task} from "./schedule.js";

/** Commits what a load booked, while its polls go on. */
export interface Committing extends Task {
  /** The error if nothing can be committed any more, else null. A store in use or a full disk is no such error at once. */
  failure(): Error | null;
  /**
   * Commits the rest; if the store is in use, waits up to ten minutes. @throws the error of `failure`, or the reason why the
   * rest could not be committed, which is lost then
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
  const failing = watchFailures(log, hopelessMs);

  const isDue = () => failing.failure() === null && books.waitingBytes() > 0;
  const ready = () => isDue() && (idle() || performance.now() - startedAt >= 2 * every);
  const commits = repeat(commit, {every, first: 0, ready, problem: "not committed", log});

  async function commit(): Promise<void> {
    startedAt = performance.now();
    try {
      await books.flush();
    } catch (error) {
      failing.failed(errorOf(error), startedAt);
      return;
    }
    failing.succeeded();
    log.step(
      report.responses,
      0,
      `${report.responses === 1 ? "response" : "responses"}, ${countText(report.rows, "row")}`
    );
  }

  async function commitRest(): Promise<void> {
    const until = performance.now() + finishMs;
    let reported = false;
    while (isDue() && performance.now() < until) {
      await commit();
      if (!failing.mayPass()) continue;
      if (!reported)
        log.warn(
          `ending as soon as all is committed, or in ${durationText(finishMs)} without; a second Ctrl-C ends at once`
        );
      reported = true;
      await setTimeout(every);
    }
  }

  async function finish(): Promise<void> {
    await commits.finish();
    await commitRest();
    const last = failing.last();
    if (last !== null && books.waitingBytes() > 0) books.giveUp(failing.lose(last));
    const failure = failing.failure();
    if (failure !== null) throw failure;
  }

  return {offer: commits.offer, failure: failing.failure, finish};
}

// Keeps track of commits: since when they fail, and the error after which none is tried any more (`failure`).
function watchFailures(log: Load["log"], hopelessMs: number) {
  let since: number | null = null;
  let failure: Error | null = null;
  let last: Error | null = null;

  function succeeded(): void {
    if (since !== null) log.note(`committed again, after ${durationText(performance.now() - since)}: nothing was lost`);
    since = last = null;
  }

  function failed(error: Error, startedAt: number): void {
    last = error;
    if (since === null && mayPass(error))
      log.warn(`not committed yet: ${error.message}; responses are kept until it is`);
    since ??= startedAt;
    const failingMs = performance.now() - since;
    if (!mayPass(error)) failure = error;
    else if (!(error instanceof TransientStoreError) && failingMs >= hopelessMs)
      failure = new Error(
        `${error.message}: nothing could be committed for ${durationText(failingMs)}, feedbook doctor may say why`
      );
  }

  function lose(error: Error): Error {
    failure = lostBy(error);
    return failure;
  }

  return {
    ...{succeeded, failed, lose},
    failure: () => failure,
    last: () => failure ?? last,
    mayPass: () => since !== null && failure === null
  };
}

function mayPass(error: Error): boolean {
  return error instanceof TransientStoreError || error instanceof UnknownStoreError || !(error instanceof StoreError);
}

function lostBy(error: Error): Error {
  const text = `${error.message}; responses received meanwhile are lost`;
  if (error instanceof TransientStoreError) return new TransientStoreError(text);
  return error instanceof StoreError ? new StoreError(text) : new Error(text);
}
