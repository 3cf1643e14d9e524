import type {CatalogueEntry} from "../service/catalogue.js";
import type {Counted} from "./booking.js";

/** What is committed together: responses, texts to keep by response, and what the catalogue says meanwhile. */
export interface PendingBatch {
  bookings: Counted[];
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
export function addPending(batch: PendingBatch, booking: Counted, keptBody: string | null): number {
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
