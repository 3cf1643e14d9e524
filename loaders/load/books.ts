import pLimit from "p-limit";
import type {Settings} from "../config/settings.js";
import type {Store} from "../database/store.js";
import {releaseRows} from "../rows/columns.js";
import type {Answer} from "../service/answer.js";
import type {CatalogueEntry} from "../service/catalogue.js";
import {type Booking, bookResponses, unbooked} from "../store/book.js";
import {saveFeeds} from "../store/feeds.js";
import {settleOrigin} from "../store/loads.js";
import {keepBodies} from "./bodies.js";
import {bookingOf, count} from "./booking.js";
import type {WithStore} from "./connect.js";
import {type FieldWatch, watchFields} from "./fields.js";
import type {LoadReport} from "./report.js";

/** When books commit by themselves: at so many entries and responses, or so long after the last commit. */
export interface CommitOptions {
  entries?: number;
  ms?: number;
}

const mostWaiting = 61_440; // while it is committed, as many more are read: memory

/** Where a load books what it receives. Nothing is in the store before `flush`, which also runs by itself now and then. */
export interface Books {
  add(answer: Answer): Promise<void>;
  /** Feeds of the service's catalogue, which are kept with its first responses. */
  addFeeds(catalogue: readonly CatalogueEntry[]): void;
  flush(): Promise<void>;
  /** Leaves what is not committed as lost: `flush` throws `failure` from now on. */
  giveUp(failure: Error): void;
  /** About how much memory is taken by what is not committed yet. */
  waitingBytes(): number;
  /** The fields that came. */
  readonly fields: FieldWatch;
}

/** Opens the books of a load; what is booked is counted in `report`. Reading goes on while a batch is committed. */
export function openBooks(
  settings: Settings,
  withStore: WithStore,
  report: LoadReport,
  {entries: mostEntries = mostWaiting, ms: mostMs = 5000}: CommitOptions = {} // a crash loses no more than this
): Books {
  let batch = emptyBatch();
  let origin: boolean | undefined; // what the service says of itself
  let waiting = 0; // bytes
  let startedAt = performance.now();
  let lost: Error | null = null;
  const fields = watchFields();

  const oneAtATime = pLimit(1);
  let last = Promise.resolve(); // the last commit, until somebody waits for it
  let timer: NodeJS.Timeout | undefined;

  // Reading goes on meanwhile; what it fails with is thrown to whoever waits for it.
  function startCommit(): void {
    clearTimeout(timer);
    timer = undefined;
    last = oneAtATime(commit);
    last.catch(() => {});
  }

  // Whoever feeds the books may wait long for the next response.
  function startLater(): void {
    if (mostMs === Infinity || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      last.then(startCommit, () => {}); // a failure waits for the next response
    }, mostMs).unref();
  }

  async function lastCommit(): Promise<void> {
    const waited = last;
    last = Promise.resolve();
    await waited;
  }

  async function commit(): Promise<void> {
    if (batch.bookings.length === 0) return;
    const held = batch;
    [batch, startedAt] = [emptyBatch(), performance.now()];
    const simulated = origin ?? report.simulated ?? false;
    let booked = false;
    try {
      await keepBodies(settings.storePath, held.bodies); // before others wait for the store
      await withStore(async (store) => {
        await bookBatch(store, held, {loadId: report.loadId, simulated});
        booked = true;
      });
    } finally {
      if (booked) {
        waiting -= held.bytes;
        countCommitted(report, held, simulated);
      } else batch = joined(held, batch); // nothing is lost: the next commit takes it along
    }
  }

  async function flush(): Promise<void> {
    if (lost !== null) throw lost;
    await lastCommit().catch(() => {}); // what failed is tried once more
    startCommit();
    await lastCommit();
  }

  async function add(answer: Answer): Promise<void> {
    const booking = bookingOf(answer, settings, report);
    fields.see(booking.endpoint, booking.body, answer.body, batch.bookings.length === 0);
    origin ??= answer.simulated;
    waiting += addPending(batch, booking, settings.store.keepBodies ? answer.body : null);
    if (batch.entries < mostEntries && performance.now() - startedAt < mostMs) return startLater();
    await lastCommit();
    startCommit();
  }

  return {
    add,
    flush,
    giveUp(failure) {
      lost = failure;
    },
    addFeeds(catalogue) {
      batch.feeds = [...catalogue];
    },
    waitingBytes: () => waiting,
    fields
  };
}

async function bookBatch(
  store: Store,
  {feeds, bookings, retried}: PendingBatch,
  {loadId, simulated}: {loadId: string; simulated: boolean}
): Promise<void> {
  // At every commit: another load may have come between, where the store is not held.
  await settleOrigin(store, loadId, simulated);
  if (feeds.length > 0) await saveFeeds(store, feeds);
  await bookResponses(store, retried ? await unbooked(store, bookings) : bookings);
}

function countCommitted(report: LoadReport, {bookings}: PendingBatch, simulated: boolean): void {
  report.simulated = simulated;
  for (const booking of bookings) count(report, booking);
  releaseRows(bookings.map(({body}) => body.rows));
}

/** What is committed together: responses, texts to keep by response, and what the catalogue says meanwhile. */
interface PendingBatch {
  bookings: Booking[];
  bodies: Map<string, string>;
  feeds: CatalogueEntry[];
  entries: number;
  bytes: number;
  /** Whether it holds what a commit failed with. */
  retried: boolean;
}

/** A batch before anything is booked. */
export function emptyBatch(): PendingBatch {
  return {bookings: [], bodies: new Map(), feeds: [], entries: 0, bytes: 0, retried: false};
}

/** Puts a response into a batch, with its body's text if that is kept. Gives about how much memory it takes, in bytes. */
function addPending(batch: PendingBatch, booking: Booking, keptBody: string | null): number {
  const {bodyBytes, responseId, body} = booking;
  if (keptBody !== null && body.entries > 0) batch.bodies.set(responseId, keptBody);
  batch.bookings.push(booking);
  batch.entries += Math.max(body.entries + 1, bodyBytes / 1000); // huge ones count by their size
  const bytes = bodyBytes + 200 * body.entries + 1000; // text, columns, and the response itself
  batch.bytes += bytes;
  return bytes;
}

/** Two batches as one, which is then tried again: `first` came first. */
export function joined(first: PendingBatch, second: PendingBatch): PendingBatch {
  return {
    bookings: [...first.bookings, ...second.bookings],
    bodies: new Map([...first.bodies, ...second.bodies]),
    feeds: second.feeds.length > 0 ? second.feeds : first.feeds,
    entries: first.entries + second.entries,
    bytes: first.bytes + second.bytes,
    retried: true
  };
}
