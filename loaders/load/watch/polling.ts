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
  /** Asks for every batch whose channel has a new update at an instant (epoch ms), except batches that must wait. */
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
  /** The times, by `performance.now`, from which the batch may be asked for again after a failure, and its refused feeds. */
  restUntil: number;
  retryAt: number;
}

/** Milliseconds between polls, and until refused feeds are asked for again. */
interface Pace {
  every: number;
  retryRefused: number;
}

/** Makes the requests of a watch. Its memory does not grow with the number of polls. */
export function makePolling(load: Load, asks: readonly Ask[], {every, retryRefused}: Pace): Polling {
  const {concurrency} = load.settings.service;
  const batches = batchesToAsk(load, asks, performance.now() + retryRefused);
  const health = watchHealth(batches, every, load.log);
  const schedules = batches.map((batch) =>
    schedulePolls({
      stepMs: (channelStepUs[batch.channel] ?? 1000 * every) / 1000, // a more frequent question would get the same update
      ask: () => ask(batch),
      mayAsk: () => health.mayAsk(batch),
      hasRoom: () => batch.failures === 0 && asking() < concurrency
    })
  );
  const asking = (): number => sum(schedules, (one) => one.asking());

  async function ask(batch: Batch): Promise<number | null> {
    try {
      const {problem, sentAt} = await askOnce(batch);
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

  async function askOnce(batch: Batch): Promise<Outcome> {
    const rejected = feedsOf(batch.feeds).filter((feed) => load.removed.has(feed));
    if (rejected.length === 0 || performance.now() < batch.retryAt)
      return askAndNote(load, batch, {answered: health.answered});
    batch.retryAt = performance.now() + retryRefused;
    const removed = new Set<number | string>();
    try {
      const outcome = await askAndNote(load, batch, {removed, answered: health.answered});
      const back = rejected.filter((feed) => !removed.has(feed));
      takeBack(load, back);
      return outcome;
    } finally {
      for (const feed of removed) load.removed.add(feed);
    }
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

function batchesToAsk({settings}: Load, asks: readonly Ask[], retryAt: number): Batch[] {
  return asks.flatMap(({feeds, channel}) =>
    batchesOf(feeds, settings.service.batchSize.latest_price).map((batch) => {
      return {channel, feeds: selectionOf(batch), failures: 0, restUntil: 0, retryAt};
    })
  );
}

// Reports feeds that were refused and are answered again.
function takeBack({removed, report, log}: Load, feeds: readonly (number | string)[]): void {
  if (feeds.length === 0) return;
  for (const feed of feeds) removed.delete(feed);
  report.removed = report.removed.filter(({feed}) => !feeds.includes(feed));
  log.note(`feeds that were refused answer again: ${feeds.join(", ")}`);
}

interface Outcome {
  /** What is wrong with an answer that is no update. */
  problem: string | null;
  /** When the last request was sent (epoch ms). */
  sentAt: number | null;
}

// Gives the time when the answered request was sent. An answer that is no update counts as a failure after all are booked.
async function askAndNote(
  load: Load,
  {feeds, channel}: Ask,
  {removed = load.removed, answered}: {removed?: Set<number | string>; answered(): void}
): Promise<Outcome> {
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
  await askAndBook(load, "latest_price", [{feeds, channel}], {removed, book, onAnswer() {}});
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

/** How one batch of feeds is asked for, and when it may be. */
export interface Asking {
  /** The step of its channel's grid, in ms, in which the update changes once. */
  stepMs: number;
  /** Asks, and gives the time when the answered request was sent (epoch ms), or null without an answer. Never rejects. */
  ask(): Promise<number | null>;
  /** Whether the batch may be asked for at all now, and whether also while a request is under way. */
  mayAsk(): boolean;
  hasRoom(): boolean;
}

/**
 * Begins the polls of a batch. `offer` asks at an instant (epoch ms), once in a step. If there is no room, it asks when the
 * request under way ends, unless that was sent late enough to get the update of this step.
 */
export function schedulePolls({stepMs, ask, mayAsk, hasRoom}: Asking) {
  const running = new Set<Promise<void>>();
  let slot = Number.NaN; // the last step that was asked for, or will be
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
