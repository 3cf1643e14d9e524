import type {DuckDBConnection} from "@duckdb/node-api";
import {queryRecords} from "../store/database/query.js";
import {ofFeeds} from "./parts.js";
import type {Window} from "./windows.js";

/** The query of a window of a table's rows, sorted by feed and time, so that one feed takes few range requests. */
export async function contentOf(
  connection: DuckDBConnection,
  {name, time}: {name: string; time: string},
  window: Window
): Promise<string> {
  if (name === "prices" || name === "funding") return await updatesSql(connection, name, window);
  const columns = name === "bars_1h" ? "* EXCLUDE (spreadBins)" : "*"; // the bins take three times as much as all other columns
  return `SELECT ${columns} FROM ${ofFeeds(name)} WHERE ${within(time, window)} ORDER BY priceFeedId, startedAt`;
}

async function updatesSql(connection: DuckDBConnection, name: "prices" | "funding", window: Window): Promise<string> {
  const columns = name === "prices" ? "* EXCLUDE (responseId, entryIndex)" : "*";
  const newest = `FROM ${ofFeeds(name)} WHERE ${within("publishedAt", window)}`;
  const last = window === "all" ? "" : await lastSql(connection, name, window);
  return `SELECT ${columns} FROM (${newest} ${last}) ORDER BY priceFeedId, publishedAt`;
}

// The time of each feed's last row: the last update for prices; the last rate and the last rate with an interval for funding.
const lasts = {
  prices: "SELECT priceFeedId, lastPublishedAt AS lastAt FROM snapshot.feeds",
  funding: `SELECT priceFeedId, max(endedAt) AS lastAt FROM snapshot.funding_intervals GROUP BY priceFeedId
    UNION SELECT priceFeedId, max(lastAt) FROM snapshot.funding_1d GROUP BY priceFeedId`
};

/** The query of the feeds that have no update, or rate, in a window, with the time of their last one (`lastAt`). */
export function olderFeeds(name: "prices" | "funding", window: Window): string {
  return `SELECT * FROM (${lasts[name]}) WHERE NOT (${within("lastAt", window)})`;
}

async function lastSql(connection: DuckDBConnection, name: "prices" | "funding", window: Window): Promise<string> {
  const older = olderFeeds(name, window);
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
