import type {DuckDBConnection} from "@duckdb/node-api";
import {queryRecords} from "./query.js";
import type {Window} from "./window.js";

/** The query of a table of a window of its rows, sorted by feed and time, so that a range request for one feed touches little. */
export async function contentOf(connection: DuckDBConnection, name: string, window: Window): Promise<string> {
  if (name === "prices" || name === "funding") return await updatesSql(connection, name, window);
  const columns = name === "bars_1h" ? "* EXCLUDE (spreadBins)" : "*"; // bins take three times as much as all the others
  return `SELECT ${columns} FROM ${name} WHERE ${within("startedAt", window)} ORDER BY priceFeedId, startedAt`;
}

async function updatesSql(connection: DuckDBConnection, name: string, window: Window): Promise<string> {
  const columns = name === "prices" ? "* EXCLUDE (responseId, entryIndex)" : "*";
  const newest = `FROM ${name} WHERE ${within("publishedAt", window)}`;
  const last = window === "all" ? "" : await lastSql(connection, name, window);
  return `SELECT ${columns} FROM (${newest} ${last}) ORDER BY priceFeedId, publishedAt`;
}

// Of a feed that has nothing in the window its last row is there all the same.
async function lastSql(connection: DuckDBConnection, name: string, window: Window): Promise<string> {
  const [older] = await queryRecords(
    connection,
    `SELECT min(lastPublishedAt) AS first, max(lastPublishedAt) AS last
      FROM snapshot.feeds WHERE lastPublishedAt IS NOT NULL AND NOT (${within("lastPublishedAt", window)})`
  );
  if (typeof older?.first !== "string") return "";
  return `UNION ALL SELECT * EXCLUDE (lastPublishedAt)
    FROM ${name} JOIN (SELECT priceFeedId, lastPublishedAt FROM snapshot.feeds) USING (priceFeedId)
    WHERE publishedAt = lastPublishedAt
      AND publishedAt BETWEEN TIMESTAMP '${older.first}' AND TIMESTAMP '${older.last}'
      AND NOT (${within("publishedAt", window)})`;
}

function within(time: string, window: Window): string {
  if (window === "all") return "true";
  return window === "none" ? "false" : `${time} >= TIMESTAMP '${window.since}'`;
}
