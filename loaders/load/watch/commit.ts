import {setTimeout} from "node:timers/promises";
import {errorOf} from "../../config/errors.js";
import {countText} from "../../config/size.js";
import {durationText} from "../../config/time.js";
import {StoreError, TransientStoreError, UnknownStoreError} from "../../store/database/error.js";
import type {Load} from "../books.js";
import {repeat, type Task} from "./schedule.js";

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
  let failingSince: number | null = null;
  let last: Error | null = null; // of the last commit
  let failure: Error | null = null;

  const isDue = () => failure === null && books.waitingBytes() > 0;
  const ready = () => isDue() && (idle() || performance.now() - startedAt >= 2 * every);
  const commits = repeat(commit, {every, first: 0, ready, problem: "not committed", log});

  async function commit(): Promise<void> {
    startedAt = performance.now();
    try {
      await books.flush();
    } catch (error) {
      return failed(errorOf(error));
    }
    if (failingSince !== null)
      log.note(`committed again, after ${durationText(performance.now() - failingSince)}: nothing was lost`);
    failingSince = last = null;
    const responses = report.responses === 1 ? "response" : "responses";
    log.step(report.responses, 0, `${responses}, ${countText(report.rows, "row")}`);
  }

  function failed(error: Error): void {
    last = error;
    if (!mayPass(error)) {
      failure = error;
      return;
    }
    if (failingSince === null) log.warn(`not committed yet: ${error.message}; responses are kept until it is`);
    failingSince ??= startedAt;
    const failingMs = performance.now() - failingSince;
    if (error instanceof TransientStoreError || failingMs < hopelessMs) return;
    const duration = durationText(failingMs);
    failure = new Error(`${error.message}: nothing could be committed for ${duration}, feedbook doctor may say why`);
  }

  async function commitRest(): Promise<void> {
    const until = performance.now() + finishMs;
    const end = `ending as soon as all is committed, or in ${durationText(finishMs)} without; a second Ctrl-C ends at once`;
    let reported = false;
    while (isDue() && performance.now() < until) {
      await commit();
      if (last === null || failure !== null) continue;
      if (!reported) log.warn(end);
      reported = true;
      await setTimeout(every);
    }
  }

  async function finish(): Promise<void> {
    await commits.finish();
    await commitRest();
    if (last !== null && books.waitingBytes() > 0) {
      failure = lostBy(failure ?? last);
      books.giveUp(failure);
    }
    if (failure !== null) throw failure;
  }

  return {offer: commits.offer, failure: () => failure, finish};
}

function mayPass(error: Error): boolean {
  return error instanceof TransientStoreError || error instanceof UnknownStoreError || !(error instanceof StoreError);
}

function lostBy(error: Error): Error {
  const text = `${error.message}; responses received meanwhile are lost`;
  if (error instanceof TransientStoreError) return new TransientStoreError(text);
  return error instanceof StoreError ? new StoreError(text) : new Error(text);
}
