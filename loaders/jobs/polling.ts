import {channelStepUs} from "../config/choices.js";
import {errorOf} from "../config/message.js";
import {batchesOf} from "../service/batch.js";
import {RefusalError, TransportError} from "../service/errors.js";
import {askAndBook, feedsOf, type Question} from "./ask.js";
import type {Received} from "./booking.js";
import type {Load} from "./load.js";
import {watchOutage} from "./outage.js";
import {forgetRefused} from "./refusing.js";
import {roomForProblem} from "./report.js";
import type {Ask} from "./select.js";

/** Questions about the latest updates, batch by batch, each with its own fate. */
export interface Polling {
  /** Asks at an instant (epoch ms) for every batch whose channel has a new update then, unless the batch must wait. */
  poll(instant: number): void;
  /** How many questions are under way: one per batch, or more while `service.concurrency` has room. */
  asking(): number;
  /** Why the last questions failed; null if none did. */
  failing(): Error | null;
  /** Why it is of no use to go on: the service refused before it answered anything. */
  failure(): Error | null;
  /** Waits for what is under way. */
  finish(): Promise<void>;
}

interface Batch extends Ask {
  stepMs: number;
  slot: number; // the last step that was asked for, or is to be
  sentAt: number; // epoch ms
  late: boolean; // its step came while the question before was under way
  asking: number;
  failures: number; // in a row
  restUntil: number;
  retryAt: number;
}

/** Milliseconds between polls, and until feeds that were refused are asked for again. */
interface Pace {
  every: number;
  retryRefused: number;
}

const longestRestMs = 60_000;
const longestWaitMs = 3_600_000; // that a service may ask for

/** Makes the questions of a watch. Nothing is kept per poll. */
export function makePolling(load: Load, asks: readonly Ask[], {every, retryRefused}: Pace): Polling {
  const {batchSize, concurrency} = load.settings.service;
  const batches = asks.flatMap((ask) => batchesFor(ask, batchSize.latest_price, {every, retryRefused}));
  const running = new Set<Promise<void>>();
  const outage = watchOutage(load);
  let [pausedUntil, answered, ended] = [0, false, false];
  let failure: Error | null = null;

  function isDue(batch: Batch, slot: number): boolean {
    return slot !== batch.slot && performance.now() >= Math.max(batch.restUntil, pausedUntil);
  }

  function hasRoom({asking, failures}: Batch): boolean {
    return asking === 0 || (failures === 0 && running.size < concurrency);
  }

  function begin(batch: Batch): void {
    batch.late = false;
    const question = ask(batch).finally(() => {
      running.delete(question);
      // The question before may have been sent late enough to have the update of this step.
      const had = Math.floor(batch.sentAt / batch.stepMs) >= batch.slot;
      if (batch.late && !had && !ended && isAnswering(batch)) begin(batch);
    });
    running.add(question);
  }

  function isAnswering({failures}: Batch): boolean {
    return failures === 0 && performance.now() >= pausedUntil;
  }

  async function ask(batch: Batch): Promise<void> {
    const retry = performance.now() >= batch.retryAt ? forgetRefused(load, batch.feeds) : null;
    if (retry !== null) batch.retryAt = performance.now() + retryRefused;
    batch.asking += 1;
    try {
      const problem = await askOnce(retry?.load ?? load, batch);
      retry?.settle();
      if (problem === null) succeeded(batch);
      else failed(batch, new Error(problem));
    } catch (error) {
      retry?.undo();
      if (!load.signal.aborted) failed(batch, errorOf(error));
    }
    batch.asking -= 1;
  }

  function succeeded(batch: Batch): void {
    batch.failures = 0;
    if (batches.every(({failures}) => failures === 0)) outage.end();
    if (!answered && batches.every(({feeds}) => feedsOf(feeds).every((feed) => load.removed.has(feed))))
      failure = new Error(`every feed was refused: ${load.report.removed[0]?.reason}`);
  }

  function failed(batch: Batch, error: Error): void {
    batch.failures += 1;
    batch.restUntil = performance.now() + Math.min(longestRestMs, every * (2 ** (batch.failures - 1) - 1));
    if (error instanceof TransportError && error.retryAfterMs > 0)
      pausedUntil = Math.max(pausedUntil, performance.now() + Math.min(longestWaitMs, error.retryAfterMs));
    if (error instanceof RefusalError && !answered) failure = error;
    else outage.begin(error);
  }

  // Gives the problem of an answer that is no update.
  async function askOnce(asking: Load, batch: Batch): Promise<string | null> {
    const {feeds, channel} = batch;
    const {report, books, log} = asking;
    let problem: string | null = null;
    const add = (received: Received): Promise<void> => {
      roomForProblem(report);
      const before = report.problems.length;
      const added = books.add(received);
      problem ??= report.problems[before] ?? null;
      answered ||= received.httpStatus === 200;
      batch.sentAt = received.requestedAt.getTime();
      return added;
    };
    const question: Question = {feeds, channel};
    await askAndBook({...asking, books: {...books, add}, log: {...log, step() {}}}, "latest_price", [question]);
    return problem;
  }

  return {
    poll(instant) {
      for (const batch of batches) {
        const slot = Math.floor(instant / batch.stepMs);
        if (!isDue(batch, slot)) continue;
        batch.slot = slot;
        if (hasRoom(batch)) begin(batch);
        else batch.late = true; // asked for next, unless a later step comes before
      }
    },
    asking: () => running.size,
    failing: outage.failing,
    failure: () => failure,
    async finish() {
      ended = true;
      await Promise.all(running);
    }
  };
}

function batchesFor({feeds, channel}: Ask, size: number, {every, retryRefused}: Pace): Batch[] {
  const stepMs = (channelStepUs[channel] ?? 1000 * every) / 1000; // asking more often brings the same update again
  const state = {channel, stepMs, slot: Number.NaN, sentAt: 0, late: false, asking: 0, failures: 0, restUntil: 0};
  return batchesOf(feeds, size).map((batch) => {
    const ids = batch.filter((feed) => typeof feed === "number");
    const symbols = batch.filter((feed) => typeof feed === "string");
    return {...state, feeds: ids.length > 0 ? {ids} : {symbols}, retryAt: performance.now() + retryRefused};
  });
}
