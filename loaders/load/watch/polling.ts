import {sum} from "d3-array";
import {channelStepUs} from "../../config/choices.js";
import {errorOf} from "../../config/errors.js";
import {durationText} from "../../config/time.js";
import {batchesOf, selectionOf} from "../../service/ask.js";
import {RefusalError, TransportError} from "../../service/endpoints.js";
import type {Load} from "../books.js";
import type {Ask} from "../feeds.js";
import {askAndBook, feedsOf} from "../questions.js";
import type {Log} from "../report.js";

const longestRestMs = 60_000;
const longestPauseMs = 3_600_000; // the longest wait that a service may ask for

/** Makes the requests of a watch, batch by batch. Its memory does not grow with the number of polls. */
export function makePolling(load: Load, asks: readonly Ask[], every: number, retryRefusedMs = 3_600_000) {
  const {concurrency, batchSize} = load.settings.service;
  const batches = asks.flatMap(({feeds, channel}) =>
    batchesOf(feeds, batchSize.latest_price).map((batch): Ask => ({channel, feeds: selectionOf(batch)}))
  );
  const health = watchHealth(every, load.log);
  let retryAt = performance.now() + retryRefusedMs;
  const schedules = batches.map((batch) =>
    schedulePolls({
      stepMs: (channelStepUs[batch.channel] ?? 1000 * every) / 1000, // a more frequent request would get the same update
      ask: () => ask(batch),
      mayAsk: () => health.mayAsk(batch),
      hasRoom: () => !health.isFailing(batch) && asking() < concurrency
    })
  );
  const asking = (): number => sum(schedules, (one) => one.asking());

  // The service may answer refused feeds later, such as after a change of the token's rights.
  function retryRefused(): void {
    retryAt = performance.now() + retryRefusedMs;
    load.report.removed = load.report.removed.filter(({feed}) => !load.removed.has(feed));
    load.removed.clear();
  }

  async function ask(batch: Ask): Promise<number | null> {
    try {
      const sentAt = await request(load, batch, health.answered);
      health.succeeded(batch);
      if (batches.every(({feeds}) => feedsOf(feeds).every((feed) => load.removed.has(feed))))
        health.giveUp(new Error(`every feed was refused: ${load.report.removed[0]?.reason}`));
      return sentAt;
    } catch (error) {
      if (!load.signal.aborted) health.failed(batch, errorOf(error));
      return null;
    }
  }

  return {
    /** Requests every batch whose channel has a new update at an instant (epoch ms), except batches that must wait. */
    poll(instant: number): void {
      if (performance.now() >= retryAt) retryRefused();
      for (const one of schedules) one.offer(instant);
    },
    /** How many requests are under way: one per batch, or more while `service.concurrency` has room. */
    asking,
    /** The error of the last requests; null if they succeeded. */
    failing: health.failing,
    /** The error that ends the polls; null if they can go on. */
    failure: health.failure,
    async finish(): Promise<void> {
      await Promise.all(schedules.map((one) => one.finish()));
    }
  };
}

// Books all answers before one that is not an update counts as a failure. Gives when the last request was sent (epoch ms).
async function request(load: Load, {feeds, channel}: Ask, answered: () => void): Promise<number | null> {
  let [problem, sentAt]: [string | null, number | null] = [null, null];
  const books: Load["books"] = {
    ...load.books,
    async add(answer) {
      const found = await load.books.add(answer);
      problem ??= found;
      sentAt = answer.requestedAt.getTime();
      if (answer.httpStatus === 200) answered();
      return found;
    }
  };
  await askAndBook({...load, books, log: {...load.log, step() {}}}, "latest_price", [{feeds, channel}]);
  if (problem !== null) throw new Error(problem);
  return sentAt;
}

// Backs off when the service fails: a batch waits `every` ms, then twice as long each time, up to a minute; all batches wait
// for as long as the service asks for. An outage is reported when it begins and when it ends.
function watchHealth(every: number, log: Log) {
  const resting = new Map<Ask, {failures: number; until: number}>();
  let outage: {since: number; error: Error} | null = null;
  let [pausedUntil, hasAnswered] = [0, false];
  let failure: Error | null = null;

  // Polling ends with an error only if no update ever came.
  function giveUp(error: Error): void {
    if (!hasAnswered) failure = error;
  }

  function succeeded(batch: Ask): void {
    resting.delete(batch);
    if (outage === null || resting.size > 0) return;
    log.note(`the service answers again, after ${durationText(performance.now() - outage.since)}`);
    outage = null;
  }

  function failed(batch: Ask, error: Error): void {
    const now = performance.now();
    const failures = (resting.get(batch)?.failures ?? 0) + 1;
    resting.set(batch, {failures, until: now + Math.min(longestRestMs, every * (2 ** (failures - 1) - 1))});
    if (error instanceof TransportError && error.retryAfterMs > 0)
      pausedUntil = Math.max(pausedUntil, now + Math.min(longestPauseMs, error.retryAfterMs));
    if (error instanceof RefusalError) giveUp(error);
    if (failure !== null) return;
    if (outage === null)
      log.warn(`poll failed: ${error.message}; backing off, at most a minute between tries, until it answers`);
    outage = {since: outage?.since ?? now, error};
  }

  return {
    giveUp,
    succeeded,
    failed,
    failure: (): Error | null => failure,
    failing: (): Error | null => outage && new Error(`the last polls failed: ${outage.error.message}`),
    isFailing: (batch: Ask) => resting.has(batch),
    mayAsk: (batch: Ask) => performance.now() >= Math.max(resting.get(batch)?.until ?? 0, pausedUntil),
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
