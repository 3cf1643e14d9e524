import {join} from "node:path";
import {type DuckDBConnection, quotedString} from "@duckdb/node-api";
import {queryRecords} from "../store/database/query.js";
import type {Store} from "../store/database/store.js";
import {coercions, failedResponses, feedUpdates, rejectedEntries, responses, type Table} from "../store/tables.js";

const mostUpdates = 200_000; // of a batch: a store is read for some tenths of a second

// By response, responses last: then the rest is there. `feed_faults` has the faults for quality.
const byResponse: readonly Table[] = [feedUpdates, rejectedEntries, coercions, failedResponses, responses];

/** A Parquet file of a table's rows. */
export interface File {
  table: string;
  columns: string[];
  path: string;
  rows: number;
}

/** Responses of one day with their rows, in files to send. */
export interface Batch {
  files: File[];
  /** The ids of the responses, as JSON; as often as they are in `unshipped`. */
  ids: string;
  /** Whether rows of some have changed since they were sent: the cluster must not skip them as a repetition. */
  again: boolean;
  more: boolean;
  /** The condition that their rows meet, of constants: so DuckDB reads no other rows. */
  between: string;
  /** When shipping, or the repair of a cluster, began. */
  startedAt: string;
}

/** Writes the oldest responses that were not sent yet, all of one day, to files; null if there are none. */
export async function writeBatch(store: Store, folder: string): Promise<Batch | null> {
  const {connection} = store;
  await connection.run(`CREATE OR REPLACE TEMP TABLE shipment AS
    WITH waiting AS (SELECT responses.rowid AS place, * FROM responses SEMI JOIN unshipped USING (responseId))
    SELECT place, responseId, publishedAt
    FROM (
      SELECT *, sum(rows + 1) OVER (ORDER BY publishedAt, responseId) - rows AS reached
      FROM waiting
      WHERE publishedAt < (SELECT time_bucket(INTERVAL 1 DAY, min(publishedAt)) + INTERVAL 1 DAY FROM waiting)
    )
    WHERE reached <= ${mostUpdates}`);
  const [found] = await queryRecords(
    connection,
    `SELECT to_json(list(responseId ORDER BY responseId))::VARCHAR AS ids, bool_or(again) AS again,
      count(*) < (SELECT count(*) FROM unshipped) AS more,
      min(place) AS first, max(place) AS last, min(publishedAt)::VARCHAR AS since, max(publishedAt)::VARCHAR AS until,
      (SELECT startedAt::VARCHAR FROM shipping) AS startedAt
    FROM shipment JOIN unshipped USING (responseId)`
  );
  if (found?.ids == null) return null;
  const between = `publishedAt BETWEEN TIMESTAMP '${found.since}' AND TIMESTAMP '${found.until}'`;
  const files: File[] = [];
  for (const {name, columns} of byResponse) {
    const where = columns.some((column) => column.name === "publishedAt") ? `WHERE ${between}` : "";
    const from = `FROM ${name} SEMI JOIN shipment USING (responseId) ${where}`;
    files.push(await writeFile(store, {folder, table: name, columns: columns.map((column) => column.name), from}));
  }
  const faults = {
    ...{folder, table: "feed_faults"},
    columns: ["priceFeedId", "publishedAt", "kind", "responseId", "settled", "misplaced", "faults"],
    from: `FROM (
      SELECT priceFeedId, publishedAt, kind, responseId, bool_or(settled) AS settled,
        bool_and(misplaced) AS misplaced, sum(faults)::INTEGER AS faults
      FROM (
        SELECT faults.priceFeedId, faults.publishedAt, kind, responseId, settled, misplaced, 1 AS faults
        FROM feed_faults AS faults
        JOIN shipment ON place = response
        WHERE response BETWEEN ${found.first} AND ${found.last}
        ${found.again === true ? `UNION ALL ${mendedFaults(between)}` : ""}
      )
      WHERE is_dated(publishedAt)
      GROUP BY ALL
    )`
  };
  return {
    files: [await writeFile(store, faults), ...files],
    ids: String(found.ids),
    ...{again: found.again === true, more: found.more === true},
    between,
    startedAt: String(found.startedAt)
  };
}

// An update may have had faults before its response was read again: a row of 0 faults replaces them.
function mendedFaults(between: string): string {
  return `SELECT priceFeedId, publishedAt, unnest(['rejected', 'coerced']), responseId, false, false, 0
    FROM feed_updates SEMI JOIN (FROM unshipped WHERE again) USING (responseId) SEMI JOIN shipment USING (responseId)
    WHERE ${between}`;
}

/** Writes the rows that `from` selects to a Parquet file. */
export async function writeFile(
  {connection}: Store,
  {folder, table, columns, from}: Omit<File, "path" | "rows"> & {folder: string; from: string}
): Promise<File> {
  const path = join(folder, `${table}.parquet`);
  const copied = await connection.run(
    `COPY (SELECT ${columns.join(", ")} ${from}) TO ${quotedString(path)} (FORMAT parquet, COMPRESSION zstd)`
  );
  return {table, columns, path, rows: copied.rowsChanged};
}

/** Notes that responses were sent: the bars and quality of their hours are due. */
export async function noteSent(connection: DuckDBConnection, ids: string, between: string): Promise<void> {
  await connection.run("CREATE OR REPLACE TEMP TABLE sent AS SELECT unnest($ids::JSON::UUID[]) AS responseId", {ids});
  await connection.run(`INSERT INTO unkept_hours
    SELECT DISTINCT priceFeedId, time_bucket(INTERVAL 1 HOUR, publishedAt) AS hour
    FROM (
      SELECT priceFeedId, publishedAt FROM feed_updates SEMI JOIN sent USING (responseId) WHERE ${between}
      UNION ALL
      SELECT priceFeedId, publishedAt FROM feed_faults
      WHERE response IN (SELECT responses.rowid FROM responses SEMI JOIN sent USING (responseId))
    )
    WHERE is_dated(publishedAt);
    DELETE FROM unshipped WHERE responseId IN ( -- a response that was noted again meanwhile stays
      SELECT responseId
      FROM (SELECT responseId, count(*) AS times FROM unshipped SEMI JOIN sent USING (responseId) GROUP BY ALL)
      SEMI JOIN (SELECT responseId, count(*) AS times FROM sent GROUP BY ALL) USING (responseId, times)
    );
    DROP TABLE sent;`);
}
