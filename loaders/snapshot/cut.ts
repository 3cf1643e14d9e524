import {DuckDBInstance, quotedIdentifier, quotedString} from "@duckdb/node-api";
import {queryRecords} from "../store/database/query.js";
import {readableByWasm} from "./fill.js";

/** A part of a snapshot's rows: these feeds (null: all), and the last hours. */
export interface Cut {
  feeds: readonly number[] | null;
  hours: number;
}

const times = ["publishedAt", "startedAt"];

/** Writes a new snapshot with a part of another's rows. Tables without feeds or times, views and macros are copied whole. */
export async function cutSnapshot(source: string, target: string, {feeds, hours}: Cut): Promise<void> {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  try {
    await connection.run(`SET TimeZone = 'UTC'; SET threads = 1; -- which keeps the order of rows
      ATTACH ${quotedString(source)} AS whole (READ_ONLY); ATTACH ${quotedString(target)} AS part (${readableByWasm});
      COPY FROM DATABASE whole TO part (SCHEMA);`);
    const columns = await queryRecords(
      connection,
      `SELECT table_name AS name, list(column_name) AS columns
      FROM duckdb_columns() JOIN duckdb_tables() USING (database_name, table_name)
      WHERE database_name = 'whole'
      GROUP BY ALL`
    );
    const since = Number.isFinite(hours)
      ? `>= (SELECT lastPublishedAt - INTERVAL ${hours} HOURS FROM whole.meta)`
      : "IS NOT NULL";
    for (const {name, columns: names} of columns as {name: string; columns: string[]}[]) {
      const table = quotedIdentifier(name);
      const time = times.find((each) => names.includes(each));
      const ofFeed = feeds !== null && names.includes("priceFeedId") ? `priceFeedId IN (${feeds.join()})` : "true";
      const ofTime = time === undefined ? "true" : `${time} ${since}`;
      await connection.run(`INSERT INTO part.${table} FROM whole.${table} WHERE ${ofFeed} AND ${ofTime}`);
    }
    if (Number.isFinite(hours))
      await connection.run(`UPDATE part.meta SET
        firstPublishedAt = greatest(firstPublishedAt, lastPublishedAt - INTERVAL ${hours} HOURS)`);
    await connection.run("DETACH part");
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
