import {setMaxListeners} from "node:events";
import {setTimeout} from "node:timers/promises";
import {messageOf} from "../../config/errors.js";
import type {Cluster} from "../../config/settings.js";
import {RefusalError, ServiceError} from "../../service/endpoints.js";
import {derive} from "../../sql/derive.js";
import type {Load} from "../books.js";
import {type Ask, selectForLoad, withOwnFeeds} from "../feeds.js";
import {silent, tooManyRejected, untimelyText} from "../report.js";
import {leftToPublish, publishNow, retainNow, warnOfRules} from "../upkeep.js";
import {keepCommitting} from "./commit.js";
import {eventReporter} from "./events.js";
import {makePolling} from "./polling.js";
import {repeat, runSchedule, type Task} from "./schedule.js";
import {keepShipping, type ShippingTimes} from "./ship.js";

/** How often and for how long to poll, and how often to do the other tasks, in milliseconds (Infinity: without end, or never). */
export interface Watching {
  every: number;
  length: number;
  publishEvery: number;
  /** How often it brings the derived tables up to date, and reports events. Default: a minute, or longer if that takes long. */
  deriveEvery?: number;
  /** How often it reads the catalogue again. Default: a day. */
  catalogueEvery?: number;
  /** A program that gets each event as it opens and closes, as JSON on standard input. */
  onEvent?: string | undefined;
  /** How long a program runs on after an interrupt, and how long it then derives and reports. Default: two seconds. */
  endingMs?: number;
  /** How often it drops old updates, if that is worth it (see `retainNow`). Default: an hour. */
  retainEvery?: number;
  /** The share of rejected entries above which it warns. Default: the share of the settings. */
  maxRejectedShare?: number;
  /** How much memory may wait for a store that is in use, in bytes. Default: 256 MiB. */
  mostWaitingBytes?: number;
  /** The cluster that commits are shipped to, and how patiently. */
  ship?: {cluster: Cluster; times?: ShippingTimes};
}

const graceMs = 800; // for requests under way after an interrupt

/**
 * Asks for the latest update of every selected feed on multiples of `every`, and commits in the background.
 * @throws if the first questions are refused, nothing can be committed, or the last polls failed; ConfigError if the cluster to
 * ship to refuses
 */
export async function watch(load: Load, watching: Watching): Promise<void> {
  const {ship} = watching;
  if (ship === undefined) return pollAndCommit(load, watching);
  const shipping = await keepShipping(load, ship.cluster, ship.times);
  try {
    await pollAndCommit(load, watching, [shipping]);
  } finally {
    await shipping.finish();
  }
}

async function pollAndCommit(load: Load, watching: Watching, tasks: readonly Task[] = []): Promise<void> {
  const {every, length} = watching;
  const end = performance.now() + length;
  const report = followEvents(load, watching);
  const maintenance = maintain(load, watching, report);
  const asks = await selected(load, {every, end});
  if (asks === null) return;
  const polling = makePolling({...load, signal: later(load.signal, graceMs)}, asks, every);
  const committing = keepCommitting(load, () => polling.asking() === 0);
  const room = keepRoom(load, watching);
  try {
    await runSchedule({step: every, end, signal: load.signal}, poll, [committing, ...tasks, ...maintenance]);
  } finally {
    await polling.finish();
    for (const task of maintenance) await task.finish();
    await committing.finish();
  }
  await report().catch((error: unknown) => load.log.warn(`events of the end are not reported: ${messageOf(error)}`));
  const failure = polling.failure() ?? polling.failing();
  if (failure !== null && !load.signal.aborted) throw failure;

  function poll(instant: number): void {
    const failure = polling.failure() ?? committing.failure();
    if (failure !== null) throw failure;
    if (room()) polling.poll(instant);
  }
}

// Selecting feeds requests the catalogue. If the service is down at the start, waits as later.
async function selected(load: Load, {every, end}: {every: number; end: number}): Promise<Ask[] | null> {
  let reported = false;
  for (let wait = Math.min(every, 60_000); ; wait = Math.min(2 * wait, 60_000)) {
    try {
      return await selectForLoad(reported ? {...load, log: silent} : load);
    } catch (error) {
      if (load.signal.aborted) return null;
      const passes = error instanceof ServiceError && !(error instanceof RefusalError);
      if (!passes || performance.now() + wait > end) throw error;
      if (!reported) load.log.warn(`${error.message}; asking again, up to a minute apart`);
      reported = true;
      await setTimeout(wait, undefined, {signal: load.signal}).catch(() => undefined);
    }
  }
}

// Returns whether memory has room for more, and reports once if not. The default holds about 40 seconds of 2,500 feeds five
// times a second, or an hour of 100 feeds.
function keepRoom({books, log}: Load, {mostWaitingBytes = 256 * 2 ** 20}: Watching): () => boolean {
  let full = false;
  return () => {
    const was = full;
    full = books.waitingBytes() > mostWaitingBytes;
    if (full && !was) log.warn("polling is paused until the store is free: the write buffer is full");
    if (!full && was) log.note("asking again");
    return !full;
  };
}

// A signal that aborts `ms` after the given one.
function later(signal: AbortSignal, ms: number): AbortSignal {
  const ending = new AbortController();
  setMaxListeners(0, ending.signal); // one per question under way
  const abort = () => ending.abort(signal.reason);
  signal.addEventListener("abort", () => globalThis.setTimeout(abort, ms).unref(), {once: true});
  return ending.signal;
}

// Derives, and reports what opened and closed since the last time. After an interrupt, a program under way and the last run have
// `endingMs` each.
function followEvents(load: Load, {onEvent, endingMs = 2000}: Watching): () => Promise<void> {
  const reportEvents = eventReporter(load, {command: onEvent});
  const ending = later(load.signal, endingMs);
  let isFirst = true;
  return async () => {
    const signal = load.signal.aborted ? AbortSignal.timeout(endingMs) : load.signal;
    await derive(load.withStore, {signal});
    if (isFirst) await warnOfRules(load);
    isFirst = false;
    signal.throwIfAborted();
    await reportEvents(signal === load.signal ? ending : signal);
  };
}

// The tasks that a watch runs while it polls, as it may run for weeks.
function maintain(load: Load, watching: Watching, reportEvents: () => Promise<void>): Task[] {
  const {log, report, settings, signal} = load;
  const {publishEvery, deriveEvery = 60_000, catalogueEvery = 86_400_000, retainEvery = 3_600_000} = watching;
  const {maxRejectedShare = settings.rows.maxRejectedShare} = watching;
  let caughtUp = false;
  if (settings.snapshot.cluster && publishEvery < Infinity) log.note(leftToPublish); // at the start, too, as the end may be far

  // What a killed load left to do is derived before the first snapshot. Later ones need not wait for the newest hour.
  async function publishFirstWhole(): Promise<void> {
    if (!caughtUp) caughtUp = (await derive(load.withStore, {signal})).due === 0;
    await publishNow({...load, behind: true});
  }

  // The next commit stores it, with its changes.
  async function readCatalogue(): Promise<void> {
    const listed = await load.client().catalogue({signal});
    if (listed.length > 0) load.books.addFeeds(withOwnFeeds(listed, settings.catalogue));
  }

  const task = (work: () => Promise<unknown>, every: number, problem: string, share = 0.5) =>
    repeat(work, {every, share, problem, log, signal});
  return [
    task(publishFirstWhole, publishEvery, "not published"),
    task(reportEvents, deriveEvery, "not derived", 0.05), // it makes whole hours again
    task(readCatalogue, catalogueEvery, "the catalogue is not read again"),
    task(() => retainNow(load), retainEvery, "old updates are not dropped", 0.05), // it copies the store
    warning(() => tooManyRejected(report, maxRejectedShare), log),
    warning(() => untimelyText(report.untimely), log)
  ];
}

// Warns once of what grows while polls go on.
function warning(textOf: () => string | null, log: Load["log"]): Task {
  let reported = false;
  return {
    offer() {
      const text = reported ? null : textOf();
      if (text === null) return;
      log.warn(`${text}; going on`);
      reported = true;
    },
    finish: async () => {}
  };
}
