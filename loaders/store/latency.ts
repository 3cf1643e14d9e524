import {queryRecords} from "../database/query.js";
import type {Store} from "../database/store.js";

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
