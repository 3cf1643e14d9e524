import {sum} from "d3-array";
import {channelStepUs} from "../config/choices.js";
import {errorOf} from "../config/message.js";
import {askAndBook, feedsOf} from "../load/ask.js";
import type {Load} from "../load/context.js";
import {roomForProblem} from "../load/report.js";
import type {Ask} from "../load/select.js";
import {batchesOf, selectionOf} from "../service/batch.js";
import {type Backoff, backOff, type Health} from "./backoff.js";
import {schedulePolls} from "./poll-schedule.js";

/** Requests for the latest updates, batch by batch. */
export interface Polling extends Pick<Backoff, "failing" | "failure"> {
  /** Asks at an instant (epoch ms) for every batch whose channel has a new update then, unless the batch must wait. */
  poll(instant: number): void;
  /** How many requests are under way: one per batch, or more while `service.concurrency` has room. */
  asking(): number;
  /** Waits for what is under way. */
  finish(): Promise<void>;
}

interface Batch extends Ask, Health {
  /** When to ask again for its feeds that the service refused. */
  retryAt: number;
}

/** Milliseconds between polls, and until feeds that were refused are asked for again. */
interface Pace {
  every: number;
  retryRefused: number;
}

/** Makes the requests of a watch. Nothing is kept per poll. */
export function makePolling(load: Load, asks: readonly Ask[], {every, retryRefused}: Pace): Polling {
  const {batchSize, concurrency} = load.settings.service;
  const retryAt = performance.now() + retryRefused;
  const batches: Batch[] = asks.flatMap(({feeds, channel}) =>
    batchesOf(feeds, batchSize.latest_price).map((batch) => {
      return {channel, feeds: selectionOf(batch), failures: 0, restUntil: 0, retryAt};
    })
  );
  const backoff = backOff(batches, {every, log: load.log});
  const schedules = batches.map((batch) =>
    schedulePolls({
      stepMs: (channelStepUs[batch.channel] ?? 1000 * every) / 1000, // asking more often brings the same update again
      ask: () => ask(batch),
      mayAsk: () => backoff.mayAsk(batch),
      hasRoom: () => batch.failures === 0 && asking() < concurrency
    })
  );
  const asking = (): number => sum(schedules, (one) => one.asking());

  async function ask(batch: Batch): Promise<number | null> {
    try {
      const {problem, sentAt} = await askOnce(batch);
      if (problem !== null) throw new Error(problem);
      backoff.succeeded(batch);
      const isRefused = batches.every(({feeds}) => feedsOf(feeds).every((feed) => load.removed.has(feed)));
      if (isRefused) backoff.giveUp(new Error(`every feed was refused: ${load.report.removed[0]?.reason}`));
      return sentAt;
    } catch (error) {
      if (!load.signal.aborted) backoff.failed(batch, errorOf(error));
      return null;
    }
  }

  async function askOnce(batch: Batch): Promise<Outcome> {
    const rejected = feedsOf(batch.feeds).filter((feed) => load.removed.has(feed));
    if (rejected.length === 0 || performance.now() < batch.retryAt) return await askAndNote(load, batch, backoff);
    batch.retryAt = performance.now() + retryRefused;
    const removed = new Set<number | string>();
    try {
      const outcome = await askAndNote({...load, removed}, batch, backoff);
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
    failing: backoff.failing,
    failure: backoff.failure,
    async finish() {
      await Promise.all(schedules.map((one) => one.finish()));
    }
  };
}

// Feeds that were refused, and are not any more.
function takeBack({removed, report, log}: Load, feeds: readonly (number | string)[]): void {
  if (feeds.length === 0) return;
  for (const feed of feeds) removed.delete(feed);
  report.removed = report.removed.filter(({feed}) => !feeds.includes(feed));
  log.note(`feeds that were refused answer again: ${feeds.join(", ")}`);
}

interface Outcome {
  /** Of an answer that is no update. */
  problem: string | null;
  sentAt: number | null;
}

async function askAndNote(load: Load, {feeds, channel}: Ask, {answered}: Backoff): Promise<Outcome> {
  const {report, books, log} = load;
  const outcome: Outcome = {problem: null, sentAt: null};
  const add: typeof books.add = (answer) => {
    roomForProblem(report);
    const before = report.problems.length;
    const added = books.add(answer);
    outcome.problem ??= report.problems[before] ?? null;
    outcome.sentAt = answer.requestedAt.getTime();
    if (answer.httpStatus === 200) answered();
    return added;
  };
  await askAndBook({...load, books: {...books, add}, log: {...log, step() {}}}, "latest_price", [{feeds, channel}]);
  return outcome;
}
