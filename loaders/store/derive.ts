import type {DuckDBConnection} from "@duckdb/node-api";
import {sum} from "d3-array";
import {deriveClock} from "./clock.js";
import {collectGarbage, withRoom} from "./memory.js";
import type {Store} from "./open.js";
import {queryRecords} from "./query.js";
import {isDense} from "./recount.js";
import {derivePart, makeDerived, type Part} from "./touched.js";
import {transaction} from "./transaction.js";

// How many rows are read at once, and what that may take: what does not fit goes to files beside the store. A load runs
// beside other work, and others wait for the store meanwhile, which is less than a second; a rebuild is asked for.
const loading: Room = {rows: 100_000, memory: "128MB"};
const rebuilding: Room = {rows: 2_000_000, memory: "1GB"};

interface Room {
  rows: number;
  memory: string;
}

/** What a derivation did: hours of feeds that it made again, and that are due yet, and how long it took. */
export interface Derived {
  hours: number;
  due: number;
  seconds: number;
}

/** How the derived tables are brought up to date. */
export interface DeriveOptions {
  /** Makes them from scratch: needed where rows of feed_updates were altered or deleted by hand. */
  rebuild?: boolean;
  /** Ends it between two parts; the next derivation goes on there. */
  signal?: AbortSignal;
  onProgress?(done: number, total: number): void;
}

/**
 * Makes the derived tables empty but for the hours whose updates were dropped, and everything in the store due; `hash` is
 * that of the text they are made by.
 */
export async function resetDerived(connection: DuckDBConnection, hash: string): Promise<void> {
  await transaction(connection, async () => {
    await makeDerived(connection);
    await connection.run("DELETE FROM derived_stale; DELETE FROM derived_state; DELETE FROM feed_totals;");
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
 * and no others. The result is that of a rebuild. An hour of a feed whose updates were dropped stays as it is. `withStore`
 * is called for each part, so that others get in between; what an interrupted one left is made by the next.
 */
export async function derive(
  withStore: <T>(work: (store: Store) => Promise<T>) => Promise<T>,
  {rebuild = false, signal, onProgress}: DeriveOptions = {}
): Promise<Derived> {
  const started = performance.now();
  collectGarbage();
  const room = rebuild ? rebuilding : loading;
  const parts = await withStore(({connection}) => dueParts(connection, {rebuild, room}));
  const total = sum(parts, ({hours}) => hours);
  let hours = 0;
  for (const part of parts) {
    if (signal?.aborted) break;
    await withStore(({connection}) => withRoom(connection, () => derivePart(connection, part), room.memory));
    hours += part.hours;
    onProgress?.(hours, total);
  }
  return {hours, due: total - hours, seconds: (performance.now() - started) / 1000};
}

async function dueParts(
  connection: DuckDBConnection,
  {rebuild, room}: {rebuild: boolean; room: Room}
): Promise<Part[]> {
  const [state] = await queryRecords(
    connection,
    "SELECT definition, rows > (SELECT count(*) FROM feed_updates) AS fewer FROM derived_state"
  );
  // Rows that are gone cannot be told from what came.
  if (rebuild || state?.fewer === true) await resetDerived(connection, String(state?.definition));
  const find = async () => {
    await transaction(connection, () => markTouched(connection));
    return partsOf(connection, room.rows);
  };
  return withRoom(connection, find, room.memory);
}

// A row that was dated too far ahead when it came is looked at again when its day has come.
async function markTouched(connection: DuckDBConnection): Promise<void> {
  await connection.run(`
    INSERT INTO derived_stale
    SELECT touched.priceFeedId, make_timestamp(touched.hourUs) AS hour
    FROM (
      SELECT DISTINCT priceFeedId, hour_us(publishedAt) AS hourUs
      FROM (
        SELECT priceFeedId, publishedAt FROM feed_updates WHERE rowid >= (SELECT rows FROM derived_state)
        UNION ALL
        SELECT priceFeedId, publishedAt FROM feed_updates WHERE publishedAt > (SELECT horizon FROM derived_state)
        UNION ALL
        SELECT priceFeedId, publishedAt FROM feed_faults WHERE response >= (SELECT responses FROM derived_state)
      )
      WHERE is_dated(publishedAt)
    ) AS touched
    ANTI JOIN derived_stale
      ON derived_stale.priceFeedId = touched.priceFeedId AND epoch_us(derived_stale.hour) = touched.hourUs`);
  // What was made of them cannot be made again.
  await connection.run(`DELETE FROM derived_stale USING dropped_hours
    WHERE derived_stale.priceFeedId = dropped_hours.priceFeedId AND derived_stale.hour = dropped_hours.hour`);
  await connection.run(`CREATE OR REPLACE TEMP TABLE held AS FROM feed_held WHERE dated AND ${isDense};
    DELETE FROM feed_totals;
    INSERT INTO feed_totals FROM held;
    DROP TABLE held;`);
  await deriveClock(connection);
  await connection.run(`
    UPDATE derived_state SET
      rows = (SELECT count(*) FROM feed_updates),
      responses = (SELECT count(*) FROM responses),
      horizon = now()::TIMESTAMP + INTERVAL 1 DAY`);
}

// Hours of feeds one after the other, of so many rows together that memory holds them.
async function partsOf(connection: DuckDBConnection, mostRows: number): Promise<Part[]> {
  const rows = await queryRecords(
    connection,
    `WITH stale AS (
      SELECT DISTINCT priceFeedId, hour FROM derived_stale
    ), held AS (
      SELECT priceFeedId, make_timestamp(hourUs) AS hour, rows
      FROM (
        SELECT priceFeedId, hour_us(publishedAt) AS hourUs, count(*) AS rows
        FROM feed_updates
        WHERE publishedAt >= (SELECT min(hour) FROM stale)
          AND publishedAt < (SELECT max(hour) + INTERVAL 1 HOUR FROM stale)
        GROUP BY ALL
      )
    )
    SELECT
      min(hour)::VARCHAR AS first,
      arg_min(priceFeedId, (hour, priceFeedId)) AS firstFeed,
      max(hour)::VARCHAR AS last,
      arg_max(priceFeedId, (hour, priceFeedId)) AS lastFeed,
      count(*)::INTEGER AS hours
    FROM (
      SELECT priceFeedId, hour, sum(coalesce(rows, 0) + 1) OVER (ORDER BY hour, priceFeedId) // ${mostRows} AS part
      FROM stale
      LEFT JOIN held USING (priceFeedId, hour)
    )
    GROUP BY part
    ORDER BY first, firstFeed`
  );
  return rows as unknown as Part[];
}
