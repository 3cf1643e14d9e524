import type {DuckDBConnection} from "@duckdb/node-api";
import {queryRecords} from "../store/database/query.js";
import {filesOf, fromFiles, type Lake} from "./manifest.js";
import {dayOf} from "./parts.js";

/** A day of which the store has responses that the lake lacks (`fresh`), or has as they were before (`changed`). */
export interface ChangedDay {
  day: string;
  fresh: number;
  changed: number;
}

/**
 * Compares the responses of the store and of the lake, and names them in the temporary table `changes`. A response
 * changes where its rejected entries or null values are read again with success. @returns the days
 */
export async function compare(connection: DuckDBConnection, lake: Lake, day?: string): Promise<ChangedDay[]> {
  const where = day === undefined ? "true" : `${dayOf} = '${day}'`;
  const inLake = await rowsOrNone(lake, "responses", day, "responseId VARCHAR, rows INTEGER, rejected INTEGER");
  const nullsInLake = await rowsOrNone(
    lake,
    "coercions",
    day,
    "responseId VARCHAR, entryIndex INTEGER, columnName VARCHAR"
  );
  await connection.run(`CREATE OR REPLACE TEMP TABLE changes AS
    WITH held AS (
      SELECT responseId::VARCHAR AS responseId, rows, rejected, ${dayOf} AS day, publishedAt
      FROM responses
      WHERE ${where}
    ),
    written AS (SELECT DISTINCT responseId, rows, rejected ${inLake}),
    nulls AS (
      SELECT responseId
      FROM (SELECT responseId::VARCHAR AS responseId, count(*) AS n FROM coercions GROUP BY ALL) AS here
      FULL JOIN (SELECT responseId, count(DISTINCT entryIndex || columnName) AS n ${nullsInLake} GROUP BY ALL) AS there
        USING (responseId)
      WHERE here.n IS DISTINCT FROM there.n
    )
    SELECT responseId, responseId::UUID AS id, day, written.responseId IS NULL AS fresh
    FROM held
    LEFT JOIN written USING (responseId)
    WHERE ${isKept}
      AND (
        written.responseId IS NULL
        OR (held.rows, held.rejected) IS DISTINCT FROM (written.rows, written.rejected)
        OR responseId IN (FROM nulls)
      )`);
  return (await queryRecords(
    connection,
    `SELECT day, count(*) FILTER (fresh)::INTEGER AS fresh, count(*) FILTER (NOT fresh)::INTEGER AS changed
    FROM changes
    GROUP BY ALL
    ORDER BY day`
  )) as unknown as ChangedDay[];
}

/** Whether the store still has the rows of a response: `retain` drops old rows, and keeps their responses. */
export const isKept = `(
  publishedAt >= (SELECT coalesce(max(before), TIMESTAMP '-infinity') FROM retained) OR NOT is_dated(publishedAt)
)`;

async function rowsOrNone(lake: Lake, table: string, day: string | undefined, columns: string): Promise<string> {
  const files = filesOf(lake, table, day);
  if (files.length > 0) return await fromFiles(lake, files);
  const none = columns.split(", ").map((column) => `NULL::${column.split(" ")[1]} AS ${column.split(" ")[0]}`);
  return `FROM (SELECT ${none.join()} LIMIT 0)`;
}
