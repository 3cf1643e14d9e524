import {queryRecords} from "../store/database/query.js";
import type {Store} from "../store/database/store.js";

/** An event, as `events` has it, with its feed's symbol; times as ISO 8601. */
export interface FeedEvent extends Record<string, unknown> {
  eventId: string;
  rule: string;
  kind: string;
  severity: string;
  priceFeedId: number;
  symbol: string | null;
  startedAt: string;
  endedAt: string | null;
  worst: number | null;
  limit: number | null;
  unit: string;
}

/** The open events. With `since` (Unix ms), events that ended later are added. Critical ones come first, then older ones. */
export async function findEvents({connection}: Store, since: number | null): Promise<FeedEvent[]> {
  const ended = since === null ? null : since * 1000;
  return (await queryRecords(connection, eventsSql, {since: ended})) as unknown as FeedEvent[];
}

/** Their SQL, for a store or a snapshot; `$since` is in Unix µs or null. */
export const eventsSql = `
  SELECT eventId, rule, kind, severity, priceFeedId, symbol, startedAt, endedAt, worst, "limit", unit, responseId, entryIndex
  FROM events
  LEFT JOIN feeds USING (priceFeedId)
  WHERE endedAt IS NULL OR epoch_us(endedAt) >= $since::BIGINT
  ORDER BY endedAt IS NOT NULL, severity, startedAt, eventId`;

/** An event in words, such as `critical stale: Crypto.BTC/USD (1), 300 s, limit 60 s`. */
export function eventText({severity, rule, symbol, priceFeedId, worst, limit, unit}: FeedEvent): string {
  const name = symbol === null ? `feed ${priceFeedId}` : `${symbol} (${priceFeedId})`;
  return `${severity} ${rule}: ${name}, ${shortNumber(worst)} ${unit}, limit ${shortNumber(limit)} ${unit}`;
}

/** A number with four digits for people, such as `0.01235`; `?` for null. */
export function shortNumber(number: number | null): string {
  return number === null ? "?" : String(Number(number.toPrecision(4)));
}
