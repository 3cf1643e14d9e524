import type {DuckDBConnection} from "@duckdb/node-api";
import {queryRecords} from "../database/query.js";
import {type CutTables, ofFeeds} from "./parts.js";

/** Which rows fit: all of them, those from an instant on (ISO 8601), or none. */
export type Window = "all" | "none" | {since: string};

/** Bytes that a row takes, by table. */
export type RowBytes = Readonly<Record<string, number>>;

const few = 1e6; // as many rows are looked at in one go

/**
 * The newest of so many `rows` of a source that take at most `room` bytes, from a whole minute on. Of a long history only
 * its end is read.
 */
export async function windowOf(
  connection: DuckDBConnection,
  {tables, source, time, span}: CutTables,
  {room, bytes, rows}: {room: number; bytes: RowBytes; rows: number}
): Promise<Window> {
  if (room <= 0) return "none";
  const size = tables.map(({name, count, bytes: usual}) => `${count} * ${bytes[name] ?? usual}`).join(" + ");
  const age = `SELECT last, (epoch(last) - epoch(first)) / 3600 AS hours FROM (${span})`;
  const [held] = rows > few ? await queryRecords(connection, age) : [];
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

/** The query of a table of a window of its rows, sorted by feed and time, so that a range request for one feed touches little. */
export async function contentOf(
  connection: DuckDBConnection,
  {name, time}: {name: string; time: string},
  window: Window
): Promise<string> {
  if (name === "prices" || name === "funding") return await updatesSql(connection, name, window);
  const columns = name === "bars_1h" ? "* EXCLUDE (spreadBins)" : "*"; // bins take three times as much as all the others
  return `SELECT ${columns} FROM ${ofFeeds(name)} WHERE ${within(time, window)} ORDER BY priceFeedId, startedAt`;
}

async function updatesSql(connection: DuckDBConnection, name: string, window: Window): Promise<string> {
  const columns = name === "prices" ? "* EXCLUDE (responseId, entryIndex)" : "*";
  const newest = `FROM ${ofFeeds(name)} WHERE ${within("publishedAt", window)}`;
  const last = window === "all" ? "" : await lastSql(connection, name, window);
  return `SELECT ${columns} FROM (${newest} ${last}) ORDER BY priceFeedId, publishedAt`;
}

// When each feed's last row is: of prices its last update, of funding its last rate, and its last that has an interval.
const lasts: Record<string, string> = {
  prices: "SELECT priceFeedId, lastPublishedAt AS lastAt FROM snapshot.feeds",
  funding: `SELECT priceFeedId, max(endedAt) AS lastAt FROM snapshot.funding_intervals GROUP BY priceFeedId
    UNION SELECT priceFeedId, max(lastAt) FROM snapshot.funding_1d GROUP BY priceFeedId`
};

// Of a feed that has nothing in the window its last row is there all the same.
async function lastSql(connection: DuckDBConnection, name: string, window: Window): Promise<string> {
  const older = `SELECT * FROM (${lasts[name]}) WHERE NOT (${within("lastAt", window)})`;
  const [span] = await queryRecords(connection, `SELECT min(lastAt) AS first, max(lastAt) AS last FROM (${older})`);
  if (typeof span?.first !== "string") return "";
  return `UNION ALL SELECT * EXCLUDE (lastAt)
    FROM ${name} JOIN (${older}) USING (priceFeedId)
    WHERE publishedAt = lastAt AND publishedAt BETWEEN TIMESTAMP '${span.first}' AND TIMESTAMP '${span.last}'`;
}

function within(time: string, window: Window): string {
  if (window === "all") return "true";
  return window === "none" ? "false" : `${time} >= TIMESTAMP '${window.since}'`;
}
