import {renameSync, statSync} from "node:fs";
import {type DuckDBConnection, quotedString} from "@duckdb/node-api";
import {macrosSql, viewSql} from "./definitions.js";
import {interruptible} from "./interrupt.js";
import {collectGarbage, withRoom} from "./memory.js";
import type {Store} from "./open.js";
import {queryRecords} from "./query.js";
import {ownPath, removeRemains} from "./remains.js";

/** What a snapshot holds: rows per table, size and time it took. */
export interface Published {
  path: string;
  bytes: number;
  seconds: number;
  tables: Record<string, number>;
}

/** Options of a DuckDB file that DuckDB-Wasm reads by ranges and without an extension: the oldest format, small blocks. */
export const readableByWasm = "STORAGE_VERSION 'v1.0.0', BLOCK_SIZE 16384, ROW_GROUP_SIZE 8192";

// Sorting what does not fit goes by way of files beside the store. Each thread needs memory of its own for that.
const memory = "96MB";

// Tables are sorted by feed and time, so that a range request for one feed touches little. Of the prices and the updates
// those are taken that are quicker, and the same where no instant of a feed came twice.
const contents = (prices: "prices" | "updates") => ({
  meta: "SELECT now()::TIMESTAMP AS snapshotAt, * FROM meta",
  feeds: "FROM feed_stats ORDER BY priceFeedId",
  prices: `SELECT * EXCLUDE (responseId, entryIndex) FROM ${prices} ORDER BY priceFeedId, publishedAt`,
  funding: "FROM funding ORDER BY priceFeedId, publishedAt"
});

/**
 * Writes the snapshot that pages and `.sql` loaders read: beside its target, then renamed into place, so that a reader
 * always has a whole one. @throws InterruptedError once `signal` is aborted
 */
export async function publish({connection}: Store, path: string, signal?: AbortSignal): Promise<Published> {
  const started = performance.now();
  removeRemains(path, {own: true});
  const temporary = ownPath(path, "tmp");
  await connection.run(`ATTACH ${quotedString(temporary)} AS snapshot (${readableByWasm})`);
  try {
    collectGarbage();
    await connection.run("SET threads = 1");
    const tables = await withRoom(connection, () => interruptible(connection, () => fill(connection), signal), memory);
    await connection.run("USE store; CHECKPOINT snapshot; DETACH snapshot;");
    renameSync(temporary, path);
    return {path, bytes: statSync(path).size, seconds: (performance.now() - started) / 1000, tables};
  } catch (error) {
    await connection.run("USE store; DETACH DATABASE IF EXISTS snapshot;");
    removeRemains(path, {own: true});
    throw error;
  } finally {
    await connection.run("RESET threads");
  }
}

// Gives the rows of each table.
async function fill(connection: DuckDBConnection): Promise<Record<string, number>> {
  const repeated = "SELECT 1 FROM updates GROUP BY priceFeedId, publishedAt HAVING count(*) > 1 LIMIT 1";
  const made = contents((await queryRecords(connection, repeated)).length > 0 ? "prices" : "updates");
  for (const [name, sql] of Object.entries(made))
    await connection.run(`CREATE OR REPLACE TABLE snapshot.${name} AS ${sql}`);
  await connection.run("DROP VIEW IF EXISTS temp.prices"); // a reader's own would go before the snapshot's
  await connection.run(
    `USE snapshot; ${macrosSql()} CREATE OR REPLACE VIEW spreads AS ${viewSql("spreads")}; USE store;`
  );
  const names = Object.keys(made);
  const sql = names.map((name) => `(SELECT count(*) FROM snapshot.${name}) AS ${name}`).join();
  const [row] = await queryRecords(connection, `SELECT ${sql}`);
  return Object.fromEntries(names.map((name) => [name, Number(row?.[name])]));
}
