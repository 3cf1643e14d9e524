import {readFileSync} from "node:fs";
import type {Booking} from "./book.js";
import {queryRecords} from "./database/query.js";
import type {Store} from "./database/store.js";

/**
 * The saved bodies of `bookings` that were loaded from a file before, or come before in the list. A body without entries may
 * have been cut off, so it is a repeat only within one load.
 */
export async function repeatsIn<T extends Saved>({connection}: Store, bookings: readonly T[]): Promise<Set<T>> {
  const saved = bookings.filter(({isSaved}) => isSaved);
  if (saved.length === 0) return new Set();
  // A booking whose commit seemed to fail may be in the store: it does not repeat itself.
  const sql = `SELECT bodyHash FROM responses
    WHERE endpoint = 'file' AND (entries > 0 OR loadId = $loadId::UUID)
      AND bodyHash IN (SELECT unnest($hashes::JSON::VARCHAR[]))
      AND responseId NOT IN (SELECT unnest($ids::JSON::UUID[]))`;
  const values = (name: "bodyHash" | "responseId") => JSON.stringify(saved.map((booking) => booking[name]));
  const parameters = {loadId: saved[0]?.loadId ?? null, hashes: values("bodyHash"), ids: values("responseId")};
  const held = new Set((await queryRecords(connection, sql, parameters)).map(({bodyHash}) => String(bodyHash)));
  const isRepeat = ({bodyHash}: T) => held.size === held.add(bodyHash).size;
  return new Set(saved.filter(isRepeat));
}

type Saved = Pick<Booking, "isSaved" | "loadId" | "responseId" | "bodyHash">;

/** Average latency of the newest thousand answers of an endpoint, in milliseconds; null if there is none. */
export async function usualLatency(
  {connection}: Store,
  endpoint: string,
  baseUrl: string | null // null: the embedded sandbox, whose address differs at each start
): Promise<number | null> {
  const [row] = await queryRecords(connection, newest, {endpoint, baseUrl});
  return (row?.latencyMs ?? null) as number | null;
}

const newest = `
SELECT avg(latencyMs) AS latencyMs
FROM (
  SELECT latencyMs
  FROM responses
  WHERE endpoint = $endpoint AND httpStatus = 200 AND ($baseUrl IS NULL OR baseUrl = $baseUrl)
  ORDER BY responseId DESC -- a UUIDv7 sorts by time
  LIMIT 1000
)`;

/** Requests on a channel, at the instants from `from` to `to` (included) in steps of `every`, in Unix µs. */
interface AskedRange {
  channel: string;
  from: number;
  to: number;
  every: number;
  /** Only requests for at least these properties and formats count. */
  properties: readonly string[];
  formats: readonly string[];
  /** The service; null for the embedded sandbox, whose address differs at each start. */
  baseUrl: string | null;
  /** Whether a missing feed counts as answered. Default true. */
  missingToo?: boolean;
}

/** Feeds that were answered at `count` consecutive instants of the range, from the `first` one (counted from 0). */
export interface AskedRun {
  ids: number[];
  first: number;
  count: number;
}

/** The feeds for which `price` was requested and answered, in runs of instants, by the booked responses. */
export async function askedBefore(store: Store, {missingToo = true, ...range}: AskedRange): Promise<AskedRun[]> {
  const {properties, formats} = range;
  const parameters = {...range, missingToo, properties: JSON.stringify(properties), formats: JSON.stringify(formats)};
  return (await queryRecords(store.connection, runs, parameters)).map(({ids, missing, first, count}) => {
    const none = new Set(missing as number[]);
    return {ids: (ids as number[]).filter((id) => !none.has(id)), first: Number(first), count: Number(count)};
  });
}

const runs = readFileSync(new URL("../sql/status/asked.sql", import.meta.url), "utf8");
