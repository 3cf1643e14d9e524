import type {Store} from "./open.js";
import {queryRecords} from "./query.js";

/** Which questions: on a channel, at instants of a range (Unix µs, both ends included). */
export interface AskedRange {
  channel: string;
  from: number;
  to: number;
  /** Whether "nothing there" counts as an answer too. Default true. */
  missingToo?: boolean;
}

/**
 * The feeds that `price` was asked for and answered, per instant (Unix µs). The booked responses are the ledger: a
 * response is committed with its rows, so what stands here is in the store.
 */
export async function askedBefore(
  store: Store,
  {missingToo = true, ...range}: AskedRange
): Promise<Map<number, Set<number>>> {
  const asked = new Map<number, Set<number>>();
  for (const {instant, ids, missing} of await queryRecords(store.connection, answered, {...range})) {
    const held = asked.get(Number(instant)) ?? new Set();
    const none = new Set(missingToo ? [] : (missing as number[]));
    for (const id of ids as number[]) if (!none.has(id)) held.add(id);
    asked.set(Number(instant), held);
  }
  return asked;
}

// 404: nothing is there at that instant, for any of the feeds.
const answered = `
SELECT
  json_extract_string(request, '$.timestamp')::BIGINT AS instant,
  json_extract(request, '$.priceFeedIds')::BIGINT[] AS ids,
  CASE WHEN httpStatus = 404 THEN ids ELSE coalesce(missingFeeds::BIGINT[], []) END AS missing
FROM responses
WHERE
  endpoint = 'price'
  AND httpStatus IN (200, 404)
  AND (httpStatus = 404 OR entries > 0)
  AND json_extract_string(request, '$.channel') = $channel
  AND instant BETWEEN $from AND $to
  AND json_exists(request, '$.priceFeedIds')
ORDER BY instant`;
