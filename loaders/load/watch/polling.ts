import {sum} from "d3-array";
import {channelStepUs} from "../../config/choices.js";
import {errorOf} from "../../config/errors.js";
import {durationText} from "../../config/time.js";
import {batchesOf, selectionOf} from "../../service/ask.js";
import {RefusalError, TransportError} from "../../service/endpoints.js";
import type {Load} from "../books.js";
import {askAndBook, feedsOf} from "../questions.js";
import {type Log, roomForProblem} from "../report.js";
import type {Ask} from "../select.js";

const longestRestMs = 60_000;
const longestPauseMs = 3_600_000; // the longest wait that a service may ask for

/** Requests for the latest updates, batch by batch. */
export interface Polling {
  /** Requests every batch whose channel has a new update at an instant (epoch ms), except batches that must wait. */
  poll(instant: number): void;
  /** How many requests are under way: one per batch, or more while `service.concurrency` has room. */
  asking(): number;
  /** Waits for requests under way. */
  finish(): Promise<void>;
  /** The error of the last requests; null if they succeeded. */
  failing(): Error | null;
  /** The error that ends the polls; null if they can go on. */
  failure(): Error | null;
}

interface Batch extends Ask {
  /** Number of requests that failed since the last success. */
  failures: number;
  /** The times, by `performance.now`, from which the batch may be requested again after a failure, and its refused feeds. */
  restUntil: number;
  retryAt: number;
}

/** Milliseconds between polls, and until refused feeds are requested again. */
interface Pace {
  every: number;
  retryRefused: number;
}

/** Makes the requests of a watch. Its memory does not grow with the number of polls. */
export function makePolling(load: Load, asks: readonly Ask[], {every, retryRefused}: Pace): Polling {
  const {concurrency, batchSize} = load.settings.service;
  const retryAt = performance.now() + retryRefused;
  const batches = asks.flatMap(({feeds, channel}) =>
    batchesOf(feeds, batchSize.latest_price).map((batch): Batch => {
      return {channel, feeds: selectionOf(batch), failures: 0, restUntil: 0, retryAt};
    })
  );
  const health = watchHealth(batches, every, load.log);
  const schedules = batches.map((batch) =>
    schedulePolls({
      stepMs: (channelStepUs[batch.channel] ?? 1000 * every) / 1000, // a more frequent request would get the same update
      ask: () => ask(batch),
      mayAsk: () => health.mayAsk(batch),
      hasRoom: () => batch.failures === 0 && asking() < concurrency
    })
  );
  const asking = (): number => sum(schedules, (one) => one.asking());

  async function ask(batch: Batch): Promise<number | null> {
    try {
      const {problem, sentAt} = await retryingRefused(batch, () => askAndNote(load, batch, health.answered));
      if (problem !== null) throw new Error(problem);
      health.succeeded(batch);
      const isRefused = batches.every(({feeds}) => feedsOf(feeds).every((feed) => load.removed.has(feed)));
      if (isRefused) health.giveUp(new Error(`every feed was refused: ${load.report.removed[0]?.reason}`));
      return sentAt;
    } catch (error) {
      if (!load.signal.aborted) health.failed(batch, errorOf(error));
      return null;
    }
  }

  // Requests the refused feeds of a batch, too, from time to time, and reports the answered ones.
  async function retryingRefused(batch: Batch, request: () => Promise<Outcome>): Promise<Outcome> {
    const {removed, report, log} = load;
    const refused = performance.now() < batch.retryAt ? [] : feedsOf(batch.feeds).filter((feed) => removed.has(feed));
    if (refused.length === 0) return request();
    batch.retryAt = performance.now() + retryRefused;
    for (const feed of refused) removed.delete(feed);
    const outcome = await request().catch((error: unknown) => {
      for (const feed of refused) removed.add(feed);
      throw error;
    });
    const back = refused.filter((feed) => !removed.has(feed));
    report.removed = report.removed.filter(({feed}) => !back.includes(feed));
    if (back.length > 0) log.note(`feeds that were refused answer again: ${back.join(", ")}`);
    return outcome;
  }

  return {
    poll(instant) {
      for (const one of schedules) one.offer(instant);
    },
    asking,
    failing: health.failing,
    failure: health.failure,
    async finish() {
      await Promise.all(schedules.map((one) => one.finish()));
    }
  };
}

interface Outcome {
  /** The problem of an answer that is not an update. */
  problem: string | null;
  /** When the last request was sent (epoch ms). */
  sentAt: number | null;
}

// Books all answers before one that is not an update counts as a failure.
async function askAndNote(load: Load, {feeds, channel}: Ask, answered: () => void): Promise<Outcome> {
  const {report, books} = load;
  const outcome: Outcome = {problem: null, sentAt: null};
  const book: typeof books.add = (answer) => {
    roomForProblem(report);
    const before = report.problems.length;
    const added = books.add(answer);
    outcome.problem ??= report.problems[before] ?? null;
    outcome.sentAt = answer.requestedAt.getTime();
    if (answer.httpStatus === 200) answered();
    return added;
  };
  await askAndBook(load, "latest_price", [{feeds, channel}], {book, onAnswer() {}});
  return outcome;
}

// Backs off when the service fails: a batch waits `every` ms, then twice as long each time, up to a minute; all batches wait
// for as long as the service asks for. An outage is reported when it begins and when it ends.
function watchHealth(batches: readonly Batch[], every: number, log: Log) {
  let [since, last]: [number, Error | null] = [0, null];
  let [pausedUntil, hasAnswered] = [0, false];
  let failure: Error | null = null;

  // Polling ends with an error only if no update ever came.
  function giveUp(error: Error): void {
    if (!hasAnswered) failure = error;
  }

  function succeeded(batch: Batch): void {
    batch.failures = 0;
    if (last === null || batches.some(({failures}) => failures > 0)) return;
    log.note(`the service answers again, after ${durationText(performance.now() - since)}`);
    last = null;
  }

  function failed(batch: Batch, error: Error): void {
    const now = performance.now();
    batch.failures += 1;
    batch.restUntil = now + Math.min(longestRestMs, every * (2 ** (batch.failures - 1) - 1));
    if (error instanceof TransportError && error.retryAfterMs > 0)
      pausedUntil = Math.max(pausedUntil, now + Math.min(longestPauseMs, error.retryAfterMs));
    if (error instanceof RefusalError && !hasAnswered) {
      failure = error;
      return;
    }
    if (last === null) {
      since = now;
      log.warn(`poll failed: ${error.message}; backing off, at most a minute between tries, until it answers`);
    }
    last = error;
  }

  return {
    giveUp,
    succeeded,
    failed,
    failure: () => failure,
    failing: () => last && new Error(`the last polls failed: ${last.message}`),
    mayAsk: ({restUntil}: Batch) => performance.now() >= Math.max(restUntil, pausedUntil),
    answered() {
      hasAnswered = true;
    }
  };
}

/** How one batch of feeds is requested, and when it may be. */
interface Asking {
  /** The step of its channel's grid, in ms, in which the update changes once. */
  stepMs: number;
  /** Sends a request, and returns when it was sent (epoch ms), or null without an answer. Never rejects. */
  ask(): Promise<number | null>;
  /** Whether the batch may be requested now, and whether also while a request is under way. */
  mayAsk(): boolean;
  hasRoom(): boolean;
}

/**
 * Begins the polls of a batch. `offer` requests it at an instant (epoch ms), once in a step. Without room, the request
 * is sent when the one under way ends, unless that was sent late enough to get the update of this step.
 */
export function schedulePolls({stepMs, ask, mayAsk, hasRoom}: Asking) {
  const running = new Set<Promise<void>>();
  let slot = Number.NaN; // the last step that was or will be requested
  let [sentAt, missed, ended] = [-Infinity, false, false];

  function begin(): void {
    missed = false;
    const request = ask().then((at) => {
      sentAt = Math.max(sentAt, at ?? -Infinity);
      running.delete(request);
      const isCurrent = Math.floor(sentAt / stepMs) >= slot;
      if (missed && !isCurrent && at !== null && mayAsk() && !ended) begin();
    });
    running.add(request);
  }

  return {
    offer(instant: number): void {
      const offered = Math.floor(instant / stepMs);
      if (offered === slot || !mayAsk()) return;
      slot = offered;
      if (running.size === 0 || hasRoom()) begin();
      else missed = true;
    },
    asking: (): number => running.size,
    async finish(): Promise<void> {
      ended = true;
      await Promise.all(running);
    }
  };
}
