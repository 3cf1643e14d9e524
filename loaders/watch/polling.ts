import {sum} from "d3-array";
import {channelStepUs} from "../config/choices.js";
import {errorOf} from "../config/message.js";
import {askAndBook, feedsOf, type Question} from "../load/ask.js";
import type {Received} from "../load/booking.js";
import type {Load} from "../load/context.js";
import {roomForProblem} from "../load/report.js";
import type {Ask} from "../load/select.js";
import {batchesOf} from "../service/batch.js";
import {RefusalError, TransportError} from "../service/errors.js";
import {watchOutage} from "./outage.js";
import {forgetRefused} from "./refusing.js";
import {type Turns, takeTurns} from "./turns.js";

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
  const batches = asks.flatMap((ask) => batchesFor(ask, batchSize.latest_price, retryRefused));
  const fates = followFates(load, batches, every);
  const turns: Turns[] = batches.map((batch) =>
    takeTurns({
      stepMs: (channelStepUs[batch.channel] ?? 1000 * every) / 1000, // asking more often brings the same update again
      ask: () => ask(batch),
      mayAsk: () => fates.mayAsk(batch),
      hasRoom: () => batch.failures === 0 && asking() < concurrency
    })
  );
  const asking = (): number => sum(turns, (one) => one.asking());

  async function ask(batch: Batch): Promise<number | null> {
    const retry = performance.now() >= batch.retryAt ? forgetRefused(load, batch.feeds) : null;
    if (retry !== null) batch.retryAt = performance.now() + retryRefused;
    try {
      const {problem, sentAt} = await askOnce(retry?.load ?? load, batch, fates.answered);
      retry?.settle();
      if (problem === null) fates.succeeded(batch);
      else fates.failed(batch, new Error(problem));
      return problem === null ? sentAt : null;
    } catch (error) {
      retry?.undo();
      if (!load.signal.aborted) fates.failed(batch, errorOf(error));
      return null;
    }
  }

  return {
    poll(instant) {
      for (const one of turns) one.offer(instant);
    },
    asking,
    failing: fates.failing,
    failure: fates.failure,
    async finish() {
      await Promise.all(turns.map((one) => one.finish()));
    }
  };
}

interface Outcome {
  /** Of an answer that is no update. */
  problem: string | null;
  sentAt: number | null;
}

async function askOnce(load: Load, {feeds, channel}: Batch, answered: () => void): Promise<Outcome> {
  const {report, books, log} = load;
  const outcome: Outcome = {problem: null, sentAt: null};
  const add = (received: Received): Promise<void> => {
    roomForProblem(report);
    const before = report.problems.length;
    const added = books.add(received);
    outcome.problem ??= report.problems[before] ?? null;
    outcome.sentAt = received.requestedAt.getTime();
    if (received.httpStatus === 200) answered();
    return added;
  };
  const question: Question = {feeds, channel};
  await askAndBook({...load, books: {...books, add}, log: {...log, step() {}}}, "latest_price", [question]);
  return outcome;
}

// What became of the last questions decides when a batch is asked for again, and whether to go on.
function followFates(load: Load, batches: readonly Batch[], every: number) {
  const outage = watchOutage(load);
  let [pausedUntil, answered] = [0, false];
  let failure: Error | null = null;
  return {
    failing: outage.failing,
    failure: () => failure,
    answered() {
      answered = true;
    },
    mayAsk: ({restUntil}: Batch) => performance.now() >= Math.max(restUntil, pausedUntil),
    succeeded(batch: Batch): void {
      batch.failures = 0;
      if (batches.every(({failures}) => failures === 0)) outage.end();
      if (!answered && batches.every(({feeds}) => feedsOf(feeds).every((feed) => load.removed.has(feed))))
        failure = new Error(`every feed was refused: ${load.report.removed[0]?.reason}`);
    },
    failed(batch: Batch, error: Error): void {
      batch.failures += 1;
      batch.restUntil = performance.now() + Math.min(longestRestMs, every * (2 ** (batch.failures - 1) - 1));
      if (error instanceof TransportError && error.retryAfterMs > 0)
        pausedUntil = Math.max(pausedUntil, performance.now() + Math.min(longestWaitMs, error.retryAfterMs));
      if (error instanceof RefusalError && !answered) failure = error;
      else outage.begin(error);
    }
  };
}

function batchesFor({feeds, channel}: Ask, size: number, retryRefused: number): Batch[] {
  return batchesOf(feeds, size).map((batch) => {
    const ids = batch.filter((feed) => typeof feed === "number");
    const symbols = batch.filter((feed) => typeof feed === "string");
    const retryAt = performance.now() + retryRefused;
    return {channel, feeds: ids.length > 0 ? {ids} : {symbols}, failures: 0, restUntil: 0, retryAt};
  });
}
