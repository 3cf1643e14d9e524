import type {DuckDBConnection} from "@duckdb/node-api";
import {rollup, sum} from "d3-array";
import {withRoom} from "../database/memory.js";
import {queryRecords} from "../database/query.js";
import {type Store, transaction} from "../database/store.js";
import {deduplicate} from "../derive/deduplicate.js";
import {noteSuperseded} from "../derive/repeats.js";
import {columnOf, columnsOf} from "../rows/batch.js";
import type {Body} from "../rows/body.js";
import {appendRecords, appendRows, type CellValue, type Rows} from "./append.js";
import {failedResponses} from "./internal-tables.js";
import {countInLoad} from "./loads.js";
import {coercions, feedUpdates, rejectedEntries, responses} from "./tables.js";

/** A response to book: where it came from, and what its body holds. Instants in Unix microseconds, `request` as JSON text. */
export interface Booking {
  responseId: string;
  loadId: string;
  endpoint: string;
  baseUrl: string;
  requestedAt: number;
  receivedAt: number;
  httpStatus: number | null;
  latencyMs: number | null;
  bodyBytes: number;
  bodyHash: string;
  request: string | null;
  missingFeeds: string | null;
  body: Body;
  /** Why it holds no update though it should, and how its body begins. */
  failure?: {problem: string; start: string} | null;
}

/** Books responses with all their rows, rejects and coercions, in one transaction: each is in the store whole or not at all. */
export async function bookResponses(store: Store, bookings: readonly Booking[]): Promise<void> {
  const {connection} = store;
  const book = async () => {
    await appendRecords(connection, responses, bookings.map(responseRecord));
    await appendRows(connection, feedUpdates, bookings.map(updatesOf));
    await noteBooked(connection, bookings);
    await deduplicate(connection);
    await appendRecords(connection, rejectedEntries, placed(bookings, "rejects"));
    await appendRecords(connection, coercions, placed(bookings, "coercions"));
    await appendRecords(connection, failedResponses, bookings.flatMap(failureRecord));
    for (const [loadId, counts] of countsOf(bookings)) await countInLoad(store, loadId, counts);
  };
  await withRoom(connection, () => transaction(connection, book));
}

// A single response needs checking only if it repeats a feed.
async function noteBooked(connection: DuckDBConnection, bookings: readonly Booking[]): Promise<void> {
  const twice = bookings.filter(({body}) => hasFeedTwice(body)).map(({responseId}) => responseId);
  const instants = `SELECT publishedAt
    FROM responses
    SEMI JOIN (
      SELECT publishedAt FROM responses
      WHERE rowid >= (SELECT count(*) FROM responses) - ${bookings.length} -- or more, where some were deleted
    ) AS booked USING (publishedAt)
    GROUP BY publishedAt
    HAVING count(*) > 1 OR bool_or(responseId IN (SELECT unnest($twice::JSON::UUID[])))`;
  await connection.run(noteSuperseded(instants), {twice: JSON.stringify(twice)});
}

function hasFeedTwice({rows}: Body): boolean {
  const feeds = columnOf(rows, "priceFeedId").slice(0, rows.length);
  return new Set<unknown>(feeds).size < rows.length;
}

/**
 * Those of `bookings` that are not in the store. A commit that failed can be in it all the same: on a full disk DuckDB
 * may write a transaction and then fail to tidy up after it.
 */
export async function unbooked<One extends Booking>({connection}: Store, bookings: readonly One[]): Promise<One[]> {
  const sql = "SELECT responseId FROM responses WHERE responseId IN (SELECT unnest($ids::JSON::UUID[]))";
  const ids = JSON.stringify(bookings.map(({responseId}) => responseId));
  const held = new Set((await queryRecords(connection, sql, {ids})).map(({responseId}) => responseId));
  return bookings.filter(({responseId}) => !held.has(responseId));
}

function countsOf(bookings: readonly Booking[]): Map<string, {rows: number; rejected: number}> {
  return rollup(
    bookings,
    (group) => ({
      rows: sum(group, ({body}) => body.rows.length),
      rejected: sum(group, ({body}) => body.rejects.length)
    }),
    ({loadId}) => loadId
  );
}

function failureRecord({responseId, failure}: Booking): Record<string, CellValue>[] {
  return failure ? [{responseId, problem: failure.problem, start: failure.start}] : [];
}

function responseRecord({body, failure: _, ...booking}: Booking): Record<string, CellValue> {
  return {
    ...booking,
    publishedAt: body.publishedAt ?? booking.receivedAt,
    entries: body.entries,
    rows: body.rows.length,
    rejected: body.rejects.length
  };
}

function updatesOf({responseId, receivedAt, body: {rows, publishedAt}}: Booking): Rows {
  const place = {responseId: {each: responseId}, publishedAt: {each: publishedAt ?? receivedAt}};
  return {
    length: rows.length,
    columns: {...columnsOf(rows), ...place, entryIndex: rows.entryIndexes, extra: rows.extras}
  };
}

function placed(bookings: readonly Booking[], part: "rejects" | "coercions"): Record<string, CellValue>[] {
  return bookings.flatMap(({responseId, body}) => body[part].map((record) => ({responseId, ...record})));
}
