import type {DuckDBConnection} from "@duckdb/node-api";
import {group, sum} from "d3-array";
import type {Body} from "../parse/body.js";
import type {CatalogueEntry} from "../service/catalogue.js";
import type {Answer} from "../service/endpoints.js";
import {deduplicate, noteSuperseded} from "../sql/deduplicate.js";
import {appendParts, appendRecords, type Cells, type Part} from "./append.js";
import {withMemory} from "./database/memory.js";
import {queryRecords} from "./database/query.js";
import {type Store, transaction} from "./database/store.js";
import {saveFeeds} from "./feeds.js";
import {settleOrigin} from "./loads.js";
import {coercions, failedResponses, feedUpdates, rejectedEntries, responses} from "./tables.js";

/** A response to book: an answer with its body parsed. */
export interface Booking extends Omit<Answer, "body" | "read"> {
  responseId: string;
  loadId: string;
  bodyBytes: number;
  bodyHash: string;
  body: Body;
  /** How many of the requested feeds are in the body. */
  received: number;
  /** The requested feeds that are missing; null if the body is not an update, or the request has symbols. */
  missingFeeds: readonly (number | string)[] | null;
  /** The problem of a body that should be an update, and its start. */
  failure?: {problem: string; start: string} | null;
}

/** Responses to commit together, their texts if these are kept, and feeds of the catalogue. */
export interface Batch {
  bookings: Booking[];
  bodies: Map<string, string>;
  feeds: CatalogueEntry[];
  entries: number;
  bytes: number;
  /** Whether a commit of some of it failed. */
  retried: boolean;
}

/** A batch without responses. */
export function emptyBatch(): Batch {
  return {bookings: [], bodies: new Map(), feeds: [], entries: 0, bytes: 0, retried: false};
}

/** Puts a response into a batch, with its body's text if that is kept. Gives its approximate memory, in bytes. */
export function addToBatch(batch: Batch, booking: Booking, keptBody: string | null): number {
  const {bodyBytes, responseId, body} = booking;
  if (keptBody !== null && body.entries > 0) batch.bodies.set(responseId, keptBody);
  batch.bookings.push(booking);
  batch.entries += Math.max(body.entries + 1, bodyBytes / 1000); // a huge body counts by its size
  const bytes = bodyBytes + 200 * body.entries + 1000; // text, rows, and the response itself
  batch.bytes += bytes;
  return bytes;
}

/** Joins a batch whose commit failed (`first`) with the batch that was filled meanwhile. */
export function joined(first: Batch, second: Batch): Batch {
  return {
    bookings: [...first.bookings, ...second.bookings],
    bodies: new Map([...first.bodies, ...second.bodies]),
    feeds: second.feeds.length > 0 ? second.feeds : first.feeds,
    entries: first.entries + second.entries,
    bytes: first.bytes + second.bytes,
    retried: true
  };
}

/**
 * Books a batch of a load, whose rows are `simulated` or real. @throws StoreError if that would mix them, or if the load did
 * not begin in this store
 */
export async function bookBatch(
  store: Store,
  {feeds, bookings, retried}: Batch,
  {loadId, simulated}: {loadId: string; simulated: boolean}
): Promise<void> {
  // At every commit, as another load may have written in between.
  await settleOrigin(store, loadId, simulated);
  if (feeds.length > 0) await saveFeeds(store, feeds);
  await bookResponses(store, retried ? await unbooked(store, bookings) : bookings);
}

/** Books responses with all their rows, rejects and coercions, in one transaction: each is in the store whole or not at all. */
export async function bookResponses({connection}: Store, bookings: readonly Booking[]): Promise<void> {
  const book = async () => {
    await appendRecords(connection, responses, bookings.map(responseRecord));
    await appendParts(connection, feedUpdates, bookings.map(updatesOf));
    await appendRecords(connection, rejectedEntries, placed(bookings, "rejects"));
    await appendRecords(connection, coercions, placed(bookings, "coercions"));
    await appendRecords(connection, failedResponses, bookings.flatMap(failureRecord));
    await countInLoads(connection, bookings);
    const ids = "SELECT unnest($ids::JSON::UUID[])";
    const given = {ids: JSON.stringify(bookings.map(({responseId}) => responseId))};
    await connection.run(`INSERT INTO unshipped (responseId) ${ids} WHERE EXISTS (FROM shipping)`, given);
    await connection.run(noteSuperseded(`SELECT publishedAt FROM responses WHERE responseId IN (${ids})`), given);
    await deduplicate(connection);
  };
  await withMemory(connection, () => transaction(connection, book));
}

// The bookings that are not in the store: on a full disk, DuckDB may write a transaction and then report an error.
async function unbooked({connection}: Store, bookings: readonly Booking[]): Promise<Booking[]> {
  const sql = "SELECT responseId FROM responses WHERE responseId IN (SELECT unnest($ids::JSON::UUID[]))";
  const ids = JSON.stringify(bookings.map(({responseId}) => responseId));
  const held = new Set((await queryRecords(connection, sql, {ids})).map(({responseId}) => responseId));
  return bookings.filter(({responseId}) => !held.has(responseId));
}

// Updates the counts that `status` shows for running loads.
async function countInLoads(connection: DuckDBConnection, bookings: readonly Booking[]): Promise<void> {
  const sql = "UPDATE loads SET rows = rows + $rows, rejected = rejected + $rejected WHERE loadId = $loadId::UUID";
  for (const [loadId, booked] of group(bookings, (booking) => booking.loadId)) {
    const rows = sum(booked, ({body}) => body.rows.length);
    await connection.run(sql, {loadId, rows, rejected: sum(booked, ({body}) => body.rejects.length)});
  }
}

function failureRecord({responseId, failure}: Booking): Cells[] {
  return failure ? [{responseId, problem: failure.problem, start: failure.start}] : [];
}

function responseRecord(booking: Booking): Cells {
  const {body, requestedAt, receivedAt, request, missingFeeds} = booking;
  const {responseId, loadId, endpoint, baseUrl, httpStatus, latencyMs, bodyBytes, bodyHash} = booking;
  return {
    ...{responseId, loadId, endpoint, baseUrl, httpStatus, latencyMs, bodyBytes, bodyHash},
    requestedAt: micros(requestedAt),
    receivedAt: micros(receivedAt),
    publishedAt: publishedAt(booking),
    request: request == null ? null : JSON.stringify(request),
    entries: body.entries,
    rows: body.rows.length,
    rejected: body.rejects.length,
    missingFeeds: missingFeeds && JSON.stringify(missingFeeds)
  };
}

function updatesOf(booking: Booking): Part {
  return {rows: booking.body.rows, shared: {responseId: booking.responseId, publishedAt: publishedAt(booking)}};
}

function publishedAt({body, receivedAt}: Booking): number {
  return body.publishedAt ?? micros(receivedAt);
}

function micros(instant: Date): number {
  return instant.getTime() * 1000;
}

function placed(bookings: readonly Booking[], part: "rejects" | "coercions"): Cells[] {
  return bookings.flatMap(({responseId, body}) => body[part].map((record) => ({responseId, ...record})));
}
