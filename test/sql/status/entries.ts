import {bookResponses} from "../../../loaders/store/book.js";
import {startLoad} from "../../../loaders/store/loads.js";
import {bodyAt, booking, type TestStore} from "../../helpers/store.js";

const second = 1_000_000;
const published = 1_778_594_100 * second;

/** An entry of a feed in a session, which last changed so long before it was published. */
export function entryOf(
  priceFeedId: number,
  marketSession: string | null,
  ageSeconds: number | null,
  minute = 0
): object {
  const feedUpdateTimestamp = ageSeconds === null ? null : publishedAt(minute) - ageSeconds * second;
  return {priceFeedId, price: "1", marketSession, feedUpdateTimestamp};
}

/** A body of entries, published so many minutes after the recorded one. */
export function bodyOf(priceFeeds: readonly object[], minute: number): string {
  return bodyAt(publishedAt(minute), ...priceFeeds);
}

/** A body of one entry of feed 1, published so many minutes after the recorded one. */
export function update(minute: number, marketSession: string | null, ageSeconds: number | null): string {
  return bodyOf([entryOf(1, marketSession, ageSeconds, minute)], minute);
}

/** Books bodies as a load that does not end; gives its id. */
export async function bookAs(test: TestStore, command: string, ...bodies: string[]): Promise<string> {
  const loadId = await startLoad(test.store, command, false);
  await bookResponses(
    test.store,
    bodies.map((body) => booking(loadId, body))
  );
  return loadId;
}

function publishedAt(minute: number): number {
  return published + minute * 60 * second;
}
