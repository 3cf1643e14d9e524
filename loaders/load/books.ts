import {createHash} from "node:crypto";
import pLimit from "p-limit";
import {v7 as uuidv7} from "uuid";
import type {Channel} from "../config/choices.js";
import type {Settings} from "../config/settings.js";
import {type Body, BodyError, emptyBody, readBody} from "../parse/body.js";
import type {CatalogueEntry} from "../service/catalogue.js";
import type {ServiceClient} from "../service/client.js";
import type {Answer} from "../service/endpoints.js";
import type {WithStore} from "../store/access.js";
import {addToBatch, type Batch, type Booking, bookBatch, emptyBatch, joined} from "../store/book.js";
import {repeatsIn} from "../store/responses.js";
import {keepBodies} from "./bodies.js";
import {addProblem, count, type LoadReport, type Log, withOff} from "./report.js";

/** What a load works with. */
export interface Load {
  settings: Settings;
  report: LoadReport;
  books: Books;
  log: Log;
  signal: AbortSignal;
  withStore: WithStore;
  /** Feeds that the service refused, which are not requested again. */
  removed: Set<number | string>;
  /** Feeds of the catalogue, the config and the store, by id; filled when feeds are selected. */
  known: Map<number, CatalogueEntry>;
  /** The client of a channel (the configured one by default). */
  client(channel?: Channel): ServiceClient;
}

/** Limits at which books commit by themselves: a number of entries and responses, or a time since the last commit. */
export interface CommitOptions {
  entries?: number;
  ms?: number;
}

const mostWaiting = 122_880; // entries, as in DuckDB's row groups; as many more are read during a commit

/** The books of a load. */
export type Books = ReturnType<typeof openBooks>;

/**
 * Opens the books of a load. Answers reach the store with a commit: by `flush`, or at the limits of `CommitOptions`. Committed
 * ones are counted in `report`. Reading goes on during a commit.
 */
export function openBooks(
  settings: Settings,
  withStore: WithStore,
  report: LoadReport,
  {entries: mostEntries = mostWaiting, ms: mostMs = 5000}: CommitOptions = {} // a crash loses no more than this
) {
  let batch = emptyBatch();
  let origin: boolean | undefined; // whether the service says that it is a sandbox
  let waiting = 0; // bytes
  let lost: Error | null = null;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve(); // the last commit that began by itself
  const inOrder = pLimit(1);

  async function commit(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (batch.bookings.length === 0) return;
    const held = batch;
    batch = emptyBatch();
    const simulated = origin ?? report.simulated ?? false;
    let booked = false;
    try {
      await skipRepeats(held, withStore, report);
      await keepBodies(settings.storePath, held.bodies); // before the store is opened, as others wait while it is
      await withStore(async (store) => {
        await bookBatch(store, held, {loadId: report.loadId, simulated});
        booked = true;
      });
    } finally {
      if (booked) {
        waiting -= held.bytes;
        report.simulated = simulated;
        for (const booking of held.bookings) count(report, booking);
      } else batch = joined(held, batch); // nothing is lost: the next commit tries it again
    }
  }

  function begin(): void {
    running = inOrder(commit);
    running.catch(() => undefined); // the next commit tries it again, and `add` or `flush` reports its error
  }

  return {
    /** Adds an answer. Gives the problem of one that should be an update and is not. */
    async add(answer: Answer): Promise<string | null> {
      const {booking, problem} = bookingOf(answer, settings, report);
      origin ??= answer.simulated;
      waiting += addToBatch(batch, booking, settings.store.keepBodies ? answer.body : null);
      if (batch.entries >= mostEntries) {
        const before = running;
        running = Promise.resolve();
        await before;
        begin();
      } else if (mostMs < Infinity) timer ??= setTimeout(begin, mostMs).unref();
      return problem;
    },
    async flush(): Promise<void> {
      if (lost !== null) throw lost;
      running = Promise.resolve();
      await inOrder(commit);
    },
    /** Feeds of the service's catalogue; the next commit stores them. */
    addFeeds(catalogue: readonly CatalogueEntry[]): void {
      batch.feeds = [...catalogue];
    },
    /** Drops all uncommitted answers: `flush` throws `failure` from now on. */
    giveUp(failure: Error): void {
      lost = failure;
    },
    /** Approximate memory of the pending rows. */
    waitingBytes: () => waiting
  };
}

// Removes saved bodies that the store has from a batch.
async function skipRepeats(batch: Batch, withStore: WithStore, report: LoadReport): Promise<void> {
  if (!batch.bookings.some(({isSaved}) => isSaved)) return;
  const repeats = await withStore((store) => repeatsIn(store, batch.bookings));
  for (const {responseId} of repeats) batch.bodies.delete(responseId);
  batch.bookings = batch.bookings.filter((booking) => !repeats.has(booking));
  report.alreadyThere += repeats.size;
  const [first] = repeats;
  report.firstRepeat ??= first?.baseUrl ?? null;
}

function bookingOf(answer: Answer, settings: Settings, report: LoadReport) {
  const {body: text, read: _, ...about} = answer;
  const reading = readingOf(answer, settings, report);
  const source = answer.endpoint === "file" ? answer.baseUrl : answer.endpoint;
  const problem = reading.failure && `${source}: ${reading.failure.message}`;
  if (problem !== null) addProblem(report, problem);
  const [bodyBytes, bodyHash] = [Buffer.byteLength(text), createHash("sha256").update(text).digest("hex")];
  const booking = {...about, ...reading, responseId: uuidv7(), loadId: report.loadId, bodyBytes, bodyHash};
  return {booking, problem};
}

type Reading = Pick<Booking, "body" | "received" | "missingFeeds"> & {failure: BodyError | null};

// A refusal has no entries. A 200 that is not an update is a problem of the load, and its missing feeds are unknown.
function readingOf(answer: Answer, {rows}: Settings, report: LoadReport): Reading {
  const {body: text, asked = [], httpStatus, endpoint} = answer;
  if (httpStatus !== null && httpStatus !== 200) {
    const nothing = emptyBody();
    const {received, missingFeeds} = comparedOf(asked, nothing);
    return {body: nothing, received, missingFeeds, failure: null};
  }
  try {
    if (answer.read instanceof BodyError) throw answer.read;
    const body = answer.read ?? readBody(text, rows.timestampUnit);
    const {received, missingFeeds, unasked} = comparedOf(asked, body);
    for (const id of unasked) report.unaskedFeeds[id] = (report.unaskedFeeds[id] ?? 0) + 1;
    const kind = endpoint === "price" ? "misplaced" : "untimely";
    const before = report[kind];
    if (body.publishedAt !== null || body.entries > 0) report[kind] = withOff(before, answer, body.publishedAt);
    const isMisplaced = kind === "misplaced" && report[kind] !== before;
    return {body, received: isMisplaced ? 0 : received, missingFeeds, failure: null};
  } catch (failure) {
    if (!(failure instanceof BodyError)) throw failure;
    return {body: emptyBody(), received: 0, missingFeeds: null, failure};
  }
}

interface Compared {
  received: number;
  missingFeeds: number[] | null;
  unasked: number[];
}

// Answers name feeds by id only: for a request by symbols, only the numbers of feeds can be compared.
function comparedOf(asked: readonly (number | string)[], {rows}: Body): Compared {
  if (asked.length === 0) return {received: 0, missingFeeds: null, unasked: []}; // a file
  const present = new Set(rows.map(({priceFeedId}) => priceFeedId));
  const ids = new Set(asked.filter((feed) => typeof feed === "number"));
  if (ids.size === 0) {
    return {
      received: Math.min(asked.length, present.size),
      missingFeeds: null,
      unasked: [...present].slice(asked.length)
    };
  }
  const missingFeeds = [...ids].filter((id) => !present.has(id));
  return {received: ids.size - missingFeeds.length, missingFeeds, unasked: [...present].filter((id) => !ids.has(id))};
}
