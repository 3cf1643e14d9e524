import type {DuckDBConnection} from "@duckdb/node-api";
import {queryRecords} from "../database/query.js";
import type {CutTables} from "./parts.js";

/** Which rows fit: all of them, those from an instant on (ISO 8601), or none. */
export type Window = "all" | "none" | {since: string};

/** Bytes that a row takes, by table. */
export type RowBytes = Readonly<Record<string, number>>;

/**
 * The newest rows of a source that take at most `room` bytes, from a whole minute on. Of a long history only its end is
 * read.
 */
export async function windowOf(
  connection: DuckDBConnection,
  {tables, source, time, span}: CutTables,
  {room, bytes}: {room: number; bytes: RowBytes}
): Promise<Window> {
  const size = tables.map(({name, count}) => `${count} * ${bytes[name]}`).join(" + ");
  const [held] = await queryRecords(
    connection,
    `SELECT last, (epoch(last) - epoch(first)) / 3600 AS hours FROM (${span})`
  );
  for (let hours = 4; ; hours *= 4) {
    const whole = hours >= Number(held?.hours ?? 0) || hours > 1e6; // a century
    const [found] = await queryRecords(
      connection,
      `SELECT min(minute) FILTER (newer <= ${room}) AS since, max(newer) > ${room} AS full
      FROM (
        SELECT minute, sum(size) OVER (ORDER BY minute DESC) AS newer
        FROM (
          SELECT time_bucket(INTERVAL 1 MINUTE, ${time}) AS minute, ${size} AS size
          FROM ${source}
          ${whole ? "" : `WHERE ${time} > TIMESTAMP '${held?.last}' - INTERVAL ${hours} HOUR`}
          GROUP BY minute
        )
      )`
    );
    if (found?.full === true) return typeof found.since === "string" ? {since: found.since} : "none";
    if (whole) return "all";
  }
}
