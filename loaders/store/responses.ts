import {readFileSync} from "node:fs";
import {queryRecords} from "../database/query.js";
import type {Store} from "../database/store.js";

// A body without entries may have been cut off, so another load reads it again.
const held = "endpoint = 'file' AND (entries > 0 OR loadId = $loadId::UUID)";

/** Calls `see` with the hash of each body that was loaded from a file; there may be too many for a list in memory. */
export async function eachFileBody({connection}: Store, see: (bodyHash: string) => void): Promise<void> {
  const result = await connection.stream("SELECT bodyHash FROM responses WHERE endpoint = 'file' AND entries > 0");
  for await (const rows of result.yieldRows()) for (const [hash] of rows) see(String(hash));
}

/** Those of `hashes` whose bodies were loaded from a file, with entries or by this load itself. */
export async function heldFileBodies(
  {connection}: Store,
  hashes: readonly string[],
  loadId: string
): Promise<Set<string>> {
  const sql = `SELECT bodyHash FROM responses WHERE ${held} AND bodyHash IN (SELECT unnest($hashes::JSON::VARCHAR[]))`;
  const rows = await queryRecords(connection, sql, {hashes: JSON.stringify(hashes), loadId});
  return new Set(rows.map(({bodyHash}) => String(bodyHash)));
}

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

const runs = readFileSync(new URL("./asked.sql", import.meta.url), "utf8");
