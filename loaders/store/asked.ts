import type {Store} from "./open.js";
import {queryRecords} from "./query.js";

/** Which questions: on a channel, at instants of a range (Unix µs, both ends included). */
export interface AskedRange {
  channel: string;
  from: number;
  to: number;
  /** What was asked for at least: a question for more is another one. */
  properties: readonly string[];
  formats: readonly string[];
  /** The service; null for the embedded sandbox, whose address changes. */
  baseUrl: string | null;
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
  const {properties, formats} = range;
  const parameters = {...range, properties: JSON.stringify(properties), formats: JSON.stringify(formats)};
  for (const {instant, ids, missing} of await queryRecords(store.connection, answered, parameters)) {
    const held = asked.get(Number(instant)) ?? new Set();
    const none = new Set(missingToo ? [] : (missing as number[]));
    for (const id of ids as number[]) if (!none.has(id)) held.add(id);
    asked.set(Number(instant), held);
  }
  return asked;
}

// 404: nothing is there at that instant, for any of the feeds; asked within a minute of it, it may still come.
const answered = `
SELECT
  json_extract_string(request, '$.timestamp')::BIGINT AS instant,
  json_extract(request, '$.priceFeedIds')::BIGINT[] AS ids,
  CASE WHEN httpStatus = 404 THEN ids ELSE coalesce(missingFeeds::BIGINT[], []) END AS missing
FROM responses
WHERE
  endpoint = 'price'
  AND httpStatus IN (200, 404)
  AND (entries > 0 OR (httpStatus = 404 AND epoch_us(requestedAt) > instant + 60000000))
  AND json_extract_string(request, '$.channel') = $channel
  AND instant BETWEEN $from AND $to
  AND ($baseUrl IS NULL OR baseUrl = $baseUrl)
  AND list_has_all(json_extract(request, '$.properties')::VARCHAR[], $properties::JSON::VARCHAR[])
  AND list_has_all(json_extract(request, '$.formats')::VARCHAR[], $formats::JSON::VARCHAR[])
  AND json_exists(request, '$.priceFeedIds')
ORDER BY instant`;
