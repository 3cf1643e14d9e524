import {createHash} from "node:crypto";
import {v7 as uuidv7} from "uuid";
import type {Settings} from "../config/settings.js";
import {type Body, readBody} from "../rows/body.js";
import {BodyError} from "../rows/envelope.js";
import type {CatalogueEntry} from "../service/catalogue.js";
import {type Booking, bookResponses} from "../store/book.js";
import {saveFeeds} from "../store/feeds.js";
import {settleOrigin} from "../store/loads.js";
import type {Store} from "../store/open.js";
import {keepBody} from "./bodies.js";
import type {LoadReport} from "./report.js";

const commitRows = 20_000; // a crash loses no more than this; a commit costs some milliseconds

/** A response as received, from the service or from a file. `asked` are the feeds it was asked for, where known. */
export interface Received {
  endpoint: string;
  baseUrl: string;
  request: unknown;
  requestedAt: Date;
  receivedAt: Date;
  latencyMs: number | null;
  httpStatus: number | null;
  body: string;
  asked?: readonly number[];
  /** Whether the service says that it is a sandbox; undefined for files, where the user says it. */
  simulated?: boolean;
}

/** Where a load books what it receives. Nothing is in the store before `flush`, which also runs by itself now and then. */
export interface Books {
  add(received: Received): Promise<void>;
  /** Feeds of the service's catalogue, which are kept with its first responses. */
  addFeeds(catalogue: readonly CatalogueEntry[]): void;
  flush(): Promise<void>;
}

/** Runs `work` with an open store: one held for the whole load, or opened for each commit. */
export type WithStore = <T>(work: (store: Store) => Promise<T>) => Promise<T>;

/** Opens the books of a load; what is booked is counted in `report`. */
export function openBooks(settings: Settings, withStore: WithStore, report: LoadReport): Books {
  let pending: Booking[] = [];
  let feeds: CatalogueEntry[] = [];
  const bodies = new Map<string, string>();
  let rows = 0;
  let origin: boolean | undefined; // what the service says of itself

  async function flush(): Promise<void> {
    if (pending.length === 0) return;
    const simulated = origin ?? report.simulated ?? false;
    await withStore(async (store) => {
      // At every commit: another load may have come between, where the store is not held.
      await settleOrigin(store, report.loadId, simulated);
      for (const [responseId, body] of bodies) keepBody(settings.storePath, responseId, body);
      await saveFeeds(store, feeds);
      await bookResponses(store, pending);
    });
    report.simulated = simulated;
    for (const booking of pending) count(report, booking);
    [pending, feeds, rows] = [[], [], 0];
    bodies.clear();
  }

  async function add(received: Received): Promise<void> {
    const booking = bookingOf(received, settings, report);
    if (settings.store.keepBodies && booking.body.entries > 0) {
      bodies.set(booking.responseId, received.body);
    }
    pending.push(booking);
    origin ??= received.simulated;
    rows += booking.body.entries + 1;
    if (rows >= commitRows) await flush();
  }

  function addFeeds(catalogue: readonly CatalogueEntry[]): void {
    feeds = [...catalogue];
  }

  return {add, flush, addFeeds};
}

/** SHA-256 of a body, in hex: tells bodies apart that were loaded from files. */
export function hashBody(body: string): string {
  return createHash("sha256").update(body).digest("hex");
}

function bookingOf(received: Received, settings: Settings, report: LoadReport): Booking {
  const {endpoint, baseUrl, request, requestedAt, receivedAt, latencyMs, httpStatus, asked, body: text} = received;
  const body = bodyOf(received, settings, report);
  return {
    responseId: uuidv7(),
    loadId: report.loadId,
    endpoint,
    baseUrl,
    requestedAt: requestedAt.getTime() * 1000,
    receivedAt: receivedAt.getTime() * 1000,
    httpStatus,
    latencyMs,
    bodyBytes: Buffer.byteLength(text),
    bodyHash: hashBody(text),
    request: request === undefined ? null : JSON.stringify(request),
    missingFeeds: asked === undefined ? null : JSON.stringify(missingOf(asked, body)),
    body
  };
}

// A refusal has no entries; a 200 that is no update body has none either, and is a problem of the load.
function bodyOf({body, httpStatus, endpoint}: Received, {rows: {timestampUnit}}: Settings, report: LoadReport): Body {
  const empty: Body = {publishedAt: null, entries: 0, rows: [], rejects: [], coercions: []};
  if (httpStatus !== null && httpStatus !== 200) return empty;
  try {
    return readBody(body, timestampUnit);
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    report.problems.push(`${endpoint}: ${error.message}`);
    return empty;
  }
}

function missingOf(asked: readonly number[], {rows}: Body): number[] {
  const came = new Set(rows.map(({row}) => row.priceFeedId));
  return asked.filter((id) => !came.has(id));
}

function count(report: LoadReport, {httpStatus, missingFeeds, body}: Booking): void {
  report.responses += 1;
  report.entries += body.entries;
  report.rows += body.rows.length;
  report.rejected += body.rejects.length;
  report.coercions += body.coercions.length;
  if (httpStatus === 404) report.nothingThere += 1;
  if (httpStatus !== 200 || missingFeeds === null) return;
  for (const id of JSON.parse(missingFeeds) as number[]) report.missing[id] = (report.missing[id] ?? 0) + 1;
}
