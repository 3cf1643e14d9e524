import {readFileSync} from "node:fs";
import type {Booking} from "./book.js";
import {queryRecords} from "./database/query.js";
import type {Store} from "./database/store.js";

/**
 * Those of `bookings` that are left out as repeats: `isSaved`, and loaded from a file before, or before in the list. A body
 * without entries may have been cut off, so it is a repeat only in the load that brought it.
 */
export async function repeatsIn<T extends Saved>({connection}: Store, bookings: readonly T[]): Promise<Set<T>> {
  const saved = bookings.filter(({isSaved}) => isSaved);
  if (saved.length === 0) return new Set();
  // Bookings whose commit seemed to fail may be in the store: they are no repeats of themselves.
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

/** Which questions: on a channel, at the instants from `from` to `to` (included) in steps of `every`, in Unix µs. */
interface AskedRange {
  channel: string;
  from: number;
  to: number;
  every: number;
  /** Only answers to questions for at least these properties count. */
  properties: readonly string[];
  formats: readonly string[];
  /** The service; null for the embedded sandbox, whose address differs at each start. */
  baseUrl: string | null;
  /** Whether "nothing there" counts as an answer too. Default true. */
  missingToo?: boolean;
}

/** Feeds that were answered at `count` consecutive instants of the range, from number `first` (from 0) on. */
export interface AskedRun {
  ids: number[];
  first: number;
  count: number;
}

/**
 * The feeds that `price` was asked for and answered, in runs of instants. It reads the booked responses: a response is
 * committed together with its rows, so the rows of these answers are in the store.
 */
export async function askedBefore(store: Store, {missingToo = true, ...range}: AskedRange): Promise<AskedRun[]> {
  const {properties, formats} = range;
  const parameters = {...range, missingToo, properties: JSON.stringify(properties), formats: JSON.stringify(formats)};
  return (await queryRecords(store.connection, runs, parameters)).map(({ids, missing, first, count}) => {
    const none = new Set(missing as number[]);
    return {ids: (ids as number[]).filter((id) => !none.has(id)), first: Number(first), count: Number(count)};
  });
}

const runs = readFileSync(new URL("../sql/status/asked.sql", import.meta.url), "utf8");
