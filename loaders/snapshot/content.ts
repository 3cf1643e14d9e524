import type {DuckDBConnection} from "@duckdb/node-api";
import {queryRecords} from "../database/query.js";
import {ofFeeds} from "./parts.js";
import type {Window} from "./windows.js";

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
