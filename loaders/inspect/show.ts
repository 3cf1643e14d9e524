import {queryRecords} from "../store/database/query.js";
import type {Store} from "../store/database/store.js";

/** Updates of a feed as the service sent them, and the responses that they came in, both by time. */
export interface Shown {
  updates: Record<string, unknown>[];
  responses: Record<string, unknown>[];
  /** Whether there are more updates than `most`. */
  isCut: boolean;
}

/** Which updates to show, in Unix µs: all from `at` to before `to`. If `to` is null: the updates of the last instant up to `at`. */
export interface ShowRange {
  feed: number;
  at: number;
  to: number | null;
  most: number;
}

/** Reads the updates of a feed in a range, and their responses. Without updates both lists are empty. */
export async function showUpdates({connection}: Store, {most, ...range}: ShowRange): Promise<Shown> {
  const found = await queryRecords(connection, range.to === null ? newest : between, {...range, limit: most + 1});
  const updates = found.slice(0, most);
  const ids = JSON.stringify(updates.map(({responseId}) => responseId));
  return {updates, responses: await queryRecords(connection, responsesSql, {ids}), isCut: found.length > most};
}

const columns = "SELECT * EXCLUDE (publishedAt), publishedAt FROM feed_updates WHERE priceFeedId = $feed";
const order = "ORDER BY publishedAt, responseId, entryIndex LIMIT $limit";

const newest = `${columns}
  AND publishedAt = (
    SELECT max(publishedAt) FROM feed_updates WHERE priceFeedId = $feed AND publishedAt <= make_timestamp($at::BIGINT)
  ) AND $to IS NULL
${order}`;

const between = `${columns} AND publishedAt >= make_timestamp($at::BIGINT) AND publishedAt < make_timestamp($to::BIGINT)
${order}`;

// If a past instant was requested, `publishToReceiveMs` is its age at that time.
const responsesSql = `
SELECT * EXCLUDE (request), (epoch_us(receivedAt) - epoch_us(publishedAt)) / 1000 AS publishToReceiveMs, request
FROM responses
WHERE responseId IN (SELECT unnest($ids::JSON::UUID[]))
ORDER BY publishedAt, responseId`;
