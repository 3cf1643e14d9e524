import {createHash} from "node:crypto";
import {readFileSync} from "node:fs";
import type {DuckDBConnection} from "@duckdb/node-api";
import {sum} from "d3-array";
import {withRoom} from "./memory.js";
import type {Store} from "./open.js";
import {queryRecords} from "./query.js";
import {transaction} from "./transaction.js";

// Tables that follow the store. Each file says what its rows are, from the prices of the touched hours (`touched_prices`,
// `touched_faults`), or from the hourly bars of their days (`touched`).
const hourly = ["bars_1m", "bars_1h", "session_runs", "quality_1h"] as const;
const daily = ["bars_1d"] as const;
const folder = new URL("./derived/", import.meta.url);
const mostRows = 300_000; // read at once
const memory = "128MB"; // what does not fit goes to files beside the store

/** What a derivation did: hours of feeds that it made again, and how long it took. */
export interface Derived {
  hours: number;
  seconds: number;
}

/** How the derived tables are brought up to date. */
export interface DeriveOptions {
  /** Makes them from scratch. */
  rebuild?: boolean;
  /** Ends it between two parts; the next derivation goes on there. */
  signal?: AbortSignal;
  onProgress?(done: number, total: number): void;
}

/** The text that the derived tables are made by, of which a change makes them again. */
export function derivedHash(definitions: string): string {
  const hash = createHash("sha256").update(definitions);
  for (const name of [...hourly, ...daily]) hash.update(sqlOf(name));
  return hash.digest("hex");
}

/** Makes the derived tables empty, and everything in the store due; `hash` is that of the text they are made by. */
export async function resetDerived(connection: DuckDBConnection, hash: string): Promise<void> {
  await makeTouched(connection, "false");
  await transaction(connection, async () => {
    for (const name of [...hourly, ...daily])
      await connection.run(`CREATE OR REPLACE TABLE ${name} AS FROM (${sqlOf(name)}) LIMIT 0`);
    await connection.run("DELETE FROM derived_stale; DELETE FROM derived_state;");
    await connection.run("INSERT INTO derived_state VALUES ($hash, 0, 0, NULL)", {hash});
  });
}

/** Whether the derived tables are there, made by a text of this hash. */
export async function isDerivedBy(connection: DuckDBConnection, hash: string): Promise<boolean> {
  const [state] = await queryRecords(connection, "SELECT definition FROM derived_state");
  return state?.definition === hash;
}

/**
 * Brings the derived tables up to date with the store: the hours of feeds that rows came into since, whatever their order,
 * and no others. The result is that of a rebuild. `withStore` is called for each part, so that others get in between; what
 * is left by one that was killed or interrupted is made by the next.
 */
export async function derive(
  withStore: <T>(work: (store: Store) => Promise<T>) => Promise<T>,
  {rebuild = false, signal, onProgress}: DeriveOptions = {}
): Promise<Derived> {
  const started = performance.now();
  const parts = await withStore(({connection}) => dueParts(connection, rebuild));
  const total = sum(parts, ({hours}) => hours);
  let hours = 0;
  for (const part of parts) {
    if (signal?.aborted) break;
    await withStore(({connection}) => inRoom(connection, () => derivePart(connection, part)));
    hours += part.hours;
    onProgress?.(hours, total);
  }
  return {hours, seconds: (performance.now() - started) / 1000};
}

async function dueParts(connection: DuckDBConnection, rebuild: boolean): Promise<Part[]> {
  const [state] = await queryRecords(
    connection,
    "SELECT definition, rows > (SELECT count(*) FROM feed_updates) AS fewer FROM derived_state"
  );
  // Rows that are gone cannot be told from what came.
  if (rebuild || state?.fewer === true) await resetDerived(connection, String(state?.definition));
  return inRoom(connection, async () => {
    await transaction(connection, () => markTouched(connection));
    return partsOf(connection);
  });
}

async function inRoom<T>(connection: DuckDBConnection, work: () => Promise<T>): Promise<T> {
  await connection.run(`SET memory_limit = '${memory}'`);
  return withRoom(connection, work);
}

// A row that was dated too far ahead when it came is looked at again when its day has come.
async function markTouched(connection: DuckDBConnection): Promise<void> {
  await connection.run(`
    INSERT INTO derived_stale
    SELECT DISTINCT priceFeedId, time_bucket(INTERVAL 1 HOUR, publishedAt) AS hour
    FROM (
      SELECT priceFeedId, publishedAt FROM feed_updates WHERE rowid >= (SELECT rows FROM derived_state)
      UNION ALL
      SELECT priceFeedId, publishedAt FROM feed_updates WHERE publishedAt > (SELECT horizon FROM derived_state)
      UNION ALL
      SELECT priceFeedId, publishedAt FROM feed_faults WHERE response >= (SELECT responses FROM derived_state)
    ) AS touched
    ANTI JOIN derived_stale
      ON derived_stale.priceFeedId = touched.priceFeedId
      AND derived_stale.hour = time_bucket(INTERVAL 1 HOUR, touched.publishedAt)
    WHERE is_dated(publishedAt)`);
  await connection.run(`
    UPDATE derived_state SET
      rows = (SELECT count(*) FROM feed_updates),
      responses = (SELECT count(*) FROM responses),
      horizon = now()::TIMESTAMP + INTERVAL 1 DAY`);
}

interface Part {
  first: string;
  last: string;
  hours: number;
}

// Hours one after the other, of so many rows together that memory holds them.
async function partsOf(connection: DuckDBConnection): Promise<Part[]> {
  const rows = await queryRecords(
    connection,
    `SELECT min(hour)::VARCHAR AS first, max(hour)::VARCHAR AS last, sum(feeds)::INTEGER AS hours
    FROM (
      SELECT hour, feeds, (sum(coalesce(rows, 0)) OVER (ORDER BY hour) - 1) // ${mostRows} AS part
      FROM (SELECT hour, count(DISTINCT priceFeedId) AS feeds FROM derived_stale GROUP BY hour)
      LEFT JOIN (
        SELECT time_bucket(INTERVAL 1 HOUR, publishedAt) AS hour, count(*) AS rows
        FROM feed_updates
        WHERE publishedAt >= (SELECT min(hour) FROM derived_stale)
          AND publishedAt < (SELECT max(hour) + INTERVAL 1 HOUR FROM derived_stale)
        GROUP BY ALL
      ) USING (hour)
    )
    GROUP BY part
    ORDER BY first`
  );
  return rows as unknown as Part[];
}

async function derivePart(connection: DuckDBConnection, {first, last}: Part): Promise<void> {
  const within = (column: string) =>
    `${column} >= TIMESTAMP '${first}' AND ${column} < TIMESTAMP '${last}' + INTERVAL 1 HOUR`;
  await connection.run(`CREATE OR REPLACE TEMP TABLE touched AS FROM derived_stale WHERE ${within("hour")}`);
  await makeTouched(connection, within("publishedAt"));
  await transaction(connection, async () => {
    for (const name of hourly) {
      await connection.run(`DELETE FROM ${name} USING touched
        WHERE ${name}.priceFeedId = touched.priceFeedId
          AND time_bucket(INTERVAL 1 HOUR, startedAt) = hour
          AND ${within("startedAt")}`);
      await connection.run(`INSERT INTO ${name} ${sqlOf(name)}`);
    }
    for (const name of daily) {
      await connection.run(`DELETE FROM ${name} USING (SELECT DISTINCT priceFeedId, time_bucket(INTERVAL 1 DAY, hour) AS day FROM touched) AS days
        WHERE ${name}.priceFeedId = days.priceFeedId AND startedAt = day`);
      await connection.run(`INSERT INTO ${name} ${sqlOf(name)}`);
    }
    await connection.run(`DELETE FROM derived_stale WHERE ${within("hour")}`);
  });
}

// What the derived tables are made of: `where` is about publishedAt.
async function makeTouched(connection: DuckDBConnection, where: string): Promise<void> {
  const here = (source: string) => `FROM ${source}
    SEMI JOIN touched
      ON touched.priceFeedId = ${source}.priceFeedId
      AND touched.hour = time_bucket(INTERVAL 1 HOUR, ${source}.publishedAt)
    WHERE ${where}`;
  await connection.run("CREATE TEMP TABLE IF NOT EXISTS touched (priceFeedId BIGINT, hour TIMESTAMP)");
  await connection.run(touchedPrices(here("updates")));
  const twice = "SELECT 1 FROM touched_prices WHERE publishedAt = previousAt LIMIT 1";
  // Choosing between several updates of an instant takes longer than all the rest, and is seldom needed.
  if ((await queryRecords(connection, twice)).length > 0) await connection.run(touchedPrices(here("prices")));
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE touched_faults AS
    SELECT
      priceFeedId,
      time_bucket(INTERVAL 1 HOUR, publishedAt) AS startedAt,
      count(*) FILTER (kind = 'missing')::INTEGER AS missing,
      count(*) FILTER (kind = 'rejected')::INTEGER AS rejected,
      count(*) FILTER (kind = 'coerced')::INTEGER AS coercions
    ${here("feed_faults")}
    GROUP BY ALL`);
}

function touchedPrices(from: string): string {
  return `CREATE OR REPLACE TEMP TABLE touched_prices AS
    SELECT
      * EXCLUDE (mid, emaConfidence, standsSeconds, responseId, entryIndex),
      lag(publishedAt) OVER (PARTITION BY priceFeedId ORDER BY publishedAt) AS previousAt
    FROM (${from})`;
}

function sqlOf(name: string): string {
  return readFileSync(new URL(`${name}.sql`, folder), "utf8");
}
