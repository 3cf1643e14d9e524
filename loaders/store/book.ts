import type {Body} from "../rows/body.js";
import {columns as rowColumns} from "../rows/columns.js";
import {type AddRow, appendRecords, appendRows} from "./append.js";
import type {Store} from "./open.js";
import {coercions, feedUpdates, rejectedEntries, responses} from "./tables.js";
import {transaction} from "./transaction.js";
import type {CellValue} from "./vectors.js";

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
}

/** Books responses with all their rows, rejects and coercions, in one transaction: each is in the store whole or not at all. */
export async function bookResponses(store: Store, bookings: readonly Booking[]): Promise<void> {
  const {connection} = store;
  await transaction(connection, async () => {
    await appendRecords(connection, responses, bookings.map(responseRecord));
    await appendRows(connection, feedUpdates, (add) => addUpdates(bookings, add));
    await appendRecords(connection, rejectedEntries, placed(bookings, "rejects"));
    await appendRecords(connection, coercions, placed(bookings, "coercions"));
  });
}

function responseRecord({body, ...booking}: Booking): Record<string, CellValue> {
  return {
    ...booking,
    publishedAt: body.publishedAt ?? booking.receivedAt,
    entries: body.entries,
    rows: body.rows.length,
    rejected: body.rejects.length
  };
}

function addUpdates(bookings: readonly Booking[], add: AddRow): void {
  for (const {responseId, receivedAt, body} of bookings) {
    const publishedAt = body.publishedAt ?? receivedAt;
    for (const {entryIndex, row, extra} of body.rows) {
      const values: CellValue[] = rowColumns.map(({name}) => row[name]);
      values.push(responseId, entryIndex, publishedAt, extra);
      add(values);
    }
  }
}

function placed(bookings: readonly Booking[], part: "rejects" | "coercions"): Record<string, CellValue>[] {
  return bookings.flatMap(({responseId, body}) => body[part].map((record) => ({responseId, ...record})));
}
