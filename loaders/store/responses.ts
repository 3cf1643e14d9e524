import {queryRecords} from "../database/query.js";
import type {Store} from "../database/store.js";

// A body that brought no entry is loaded again by another load: it may have been cut off.
const held = "endpoint = 'file' AND (entries > 0 OR loadId = $loadId::UUID)";

/** Shows the hash of each body that was loaded from a file, one by one: there may be millions, which memory need not hold. */
export async function eachFileBody({connection}: Store, see: (bodyHash: string) => void): Promise<void> {
  const result = await connection.stream("SELECT bodyHash FROM responses WHERE endpoint = 'file' AND entries > 0");
  for await (const rows of result.yieldRows()) for (const [hash] of rows) see(String(hash));
}

/** Those of `hashes` whose bodies are in the store, loaded from a file: with entries, or by the load itself. */
export async function heldFileBodies(
  {connection}: Store,
  hashes: readonly string[],
  loadId: string
): Promise<Set<string>> {
  const sql = `SELECT bodyHash FROM responses WHERE ${held} AND bodyHash IN (SELECT unnest($hashes::JSON::VARCHAR[]))`;
  const rows = await queryRecords(connection, sql, {hashes: JSON.stringify(hashes), loadId});
  return new Set(rows.map(({bodyHash}) => String(bodyHash)));
}

/** How long the newest thousand answers of an endpoint took on average, in milliseconds; null if there is none. */
export async function usualLatency(
  {connection}: Store,
  endpoint: string,
  baseUrl: string | null // null: the embedded sandbox, whose address changes
): Promise<number | null> {
  const [row] = await queryRecords(connection, newest, {endpoint, baseUrl});
  return row?.latencyMs === null || row === undefined ? null : Number(row.latencyMs);
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
