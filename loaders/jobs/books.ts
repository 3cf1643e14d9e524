import type {Settings} from "../config/settings.js";
import {releaseBatches} from "../rows/batch.js";
import type {CatalogueEntry} from "../service/catalogue.js";
import {bookResponses, unbooked} from "../store/book.js";
import {saveFeeds} from "../store/feeds.js";
import {settleOrigin} from "../store/loads.js";
import type {WithStore} from "./access.js";
import {keepBodies} from "./bodies.js";
import {bookingOf, count, type Received} from "./booking.js";
import {type FieldWatch, watchFields} from "./drift.js";
import {type Batch, emptyBatch, joined} from "./held.js";
import type {LoadReport} from "./report.js";

/** When books commit by themselves: at so many entries and responses, or so long after the last commit. */
export interface CommitOptions {
  entries?: number;
  ms?: number;
}

const mostWaiting = 30_720; // while it is committed, as many more are read: memory

/** Where a load books what it receives. Nothing is in the store before `flush`, which also runs by itself now and then. */
export interface Books {
  add(received: Received): Promise<void>;
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
  let committing = Promise.resolve();
  let waiting = 0; // bytes
  let startedAt = performance.now();
  let lost: Error | null = null;
  let timer: NodeJS.Timeout | undefined;
  const fields = watchFields();

  async function commit(held: Batch): Promise<void> {
    const simulated = origin ?? report.simulated ?? false;
    let booked = false;
    try {
      await keepBodies(settings.storePath, held.bodies); // before others wait for the store
      await withStore(async (store) => {
        // At every commit: another load may have come between, where the store is not held.
        await settleOrigin(store, report.loadId, simulated);
        await saveFeeds(store, held.feeds);
        await bookResponses(store, held.retried ? await unbooked(store, held.bookings) : held.bookings);
        booked = true;
      });
    } finally {
      if (booked) tell(held, simulated);
      else batch = joined(held, batch); // nothing is lost: the next commit takes it along
    }
  }

  function tell(held: Batch, simulated: boolean): void {
    report.simulated = simulated;
    waiting -= held.bytes;
    for (const booking of held.bookings) count(report, booking);
    releaseBatches(held.bookings.map(({body}) => body.rows));
  }

  function start(): void {
    if (batch.bookings.length === 0) return;
    const held = batch;
    [batch, startedAt] = [emptyBatch(), performance.now()];
    committing = commit(held);
    committing.catch(() => {}); // told to whoever waits for it next
  }

  async function settled(): Promise<void> {
    const last = committing;
    committing = Promise.resolve();
    await last;
  }

  // Whoever feeds the books may wait long for the next response.
  function startLater(): void {
    if (mostMs === Infinity) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      committing.then(start, () => {}); // what failed is told to the next that adds
    }, mostMs).unref();
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (lost !== null) throw lost;
    await settled().catch(() => {}); // what failed is tried once more
    start();
    await settled();
  }

  async function add(received: Received): Promise<void> {
    const booking = bookingOf(received, settings, report);
    if (settings.store.keepBodies && booking.body.entries > 0) batch.bodies.set(booking.responseId, received.body);
    fields.see(booking.endpoint, booking.body, received.body, batch.bookings.length === 0);
    batch.bookings.push(booking);
    origin ??= received.simulated;
    batch.entries += Math.max(booking.body.entries + 1, booking.bodyBytes / 1000); // huge ones count by their size
    const bytes = booking.bodyBytes + 200 * booking.body.entries + 1000; // text, columns, and the response itself
    [batch.bytes, waiting] = [batch.bytes + bytes, waiting + bytes];
    if (batch.entries < mostEntries && performance.now() - startedAt < mostMs) return startLater();
    await settled(); // one at a time
    start();
  }

  function addFeeds(catalogue: readonly CatalogueEntry[]): void {
    batch.feeds = [...catalogue];
  }

  function giveUp(failure: Error): void {
    lost = failure;
  }

  return {add, flush, giveUp, addFeeds, waitingBytes: () => waiting, fields};
}
