import {readFileSync} from "node:fs";
import {type DuckDBConnection, quotedIdentifier} from "@duckdb/node-api";
import {queryRecords} from "../database/query.js";
import {transaction} from "../database/store.js";
import {deduplicate, noteSuperseded} from "./deduplicate.js";
import {clockText, makeClock, type Part} from "./due.js";

// Tables that follow the store. Each file says what its rows are, from the prices and faults of the dirty hours of feeds
// (`dirty_prices`, `dirty_gaps`, `dirty_faults`), or from the hourly bars of their days (`dirty_hours`).
const hourly = ["bars_1m", "bars_1h", "session_runs", "funding_runs", "quality_hours"] as const;
const daily = ["bars_1d"] as const;
const formerNames: Record<string, string> = {quality_hours: "quality_1h"}; // which are names of views now
const folder = new URL("./tables/", import.meta.url);

/** The text that the derived tables are made by, of which a change makes them again. */
export function derivedText(): string {
  return [...[...hourly, ...daily].map(sqlOf), dirtyText(), clockText()].join("\n");
}

/**
 * Makes the derived tables anew, empty but for what came of updates that are dropped since, as far as it fits; part of the
 * connection's transaction.
 */
export async function makeDerived(connection: DuckDBConnection): Promise<void> {
  await makeEmptyDirty(connection);
  await makeClock(connection);
  const held = await tablesOf(connection);
  for (const [names, step] of [
    [hourly, "HOUR"],
    [daily, "DAY"]
  ] as const) {
    for (const name of names) {
      const former = formerNames[name];
      if (former !== undefined && held.has(former)) await connection.run(`ALTER TABLE ${former} RENAME TO ${name}`);
      const make = () => connection.run(`CREATE OR REPLACE TABLE ${name} AS FROM (${sqlOf(name)}) LIMIT 0`);
      if (held.has(name) || (former !== undefined && held.has(former)))
        await keepDropped(connection, name, {step, work: make});
      else await make();
    }
  }
  await dropDirty(connection);
}

async function tablesOf(connection: DuckDBConnection): Promise<Set<unknown>> {
  const sql = "SELECT table_name FROM duckdb_tables() WHERE database_name = current_database()";
  return new Set((await queryRecords(connection, sql)).map(({table_name}) => table_name));
}

// Keeps the rows of hours whose updates were dropped, while `work` makes the table anew. New columns are null in them.
async function keepDropped(
  connection: DuckDBConnection,
  name: string,
  {step, work}: {step: "HOUR" | "DAY"; work(): Promise<unknown>}
): Promise<void> {
  const before = await columnsOf(connection, name);
  await connection.run(`CREATE OR REPLACE TEMP TABLE kept AS
    FROM ${name}
    SEMI JOIN dropped_hours
      ON dropped_hours.priceFeedId = ${name}.priceFeedId
      AND time_bucket(INTERVAL 1 ${step}, dropped_hours.hour) = time_bucket(INTERVAL 1 ${step}, startedAt)`);
  await work();
  const after = await columnsOf(connection, name);
  const both = before.filter((column) => after.includes(column)).join();
  await connection.run(`INSERT INTO ${name} (${both}) SELECT ${both} FROM kept; DROP TABLE kept;`);
}

// `duckdb_columns()` would bind every view of the store, which takes longer.
async function columnsOf(connection: DuckDBConnection, name: string): Promise<string[]> {
  return (await connection.run(`FROM ${name} LIMIT 0`)).columnNames().map(quotedIdentifier);
}

/** Gives a connection that only reads a store empty derived tables of its own, unless the store has them. */
export async function supplyTables(connection: DuckDBConnection): Promise<void> {
  // A store has none yet if its migration was killed, or if its version is older.
  if ((await tablesOf(connection)).has("funding_runs")) return;
  await makeEmptyDirty(connection);
  for (const name of [...hourly, ...daily])
    await connection.run(`CREATE OR REPLACE TEMP TABLE ${name} AS FROM (${sqlOf(name)}) LIMIT 0`);
  await makeClock(connection, "TEMP");
  await dropDirty(connection);
}

/** Makes the rows of a part's hours and their days again, in one transaction. */
export async function derivePart(connection: DuckDBConnection, part: Part): Promise<void> {
  const within = (column: string) =>
    `${column} >= TIMESTAMP '${part.first}' AND ${column} < TIMESTAMP '${part.last}' + INTERVAL 1 HOUR`;
  await makeDirtyHours(
    connection,
    `SELECT DISTINCT priceFeedId, hour
    FROM derived_stale
    WHERE (hour > TIMESTAMP '${part.first}' OR (hour = TIMESTAMP '${part.first}' AND priceFeedId >= ${part.firstFeed}))
      AND (hour < TIMESTAMP '${part.last}' OR (hour = TIMESTAMP '${part.last}' AND priceFeedId <= ${part.lastFeed}))`
  );
  await readDirty(connection, within("publishedAt"));
  await transaction(connection, async () => {
    for (const name of hourly) {
      await connection.run(`DELETE FROM ${name} USING dirty_hours
        WHERE ${name}.priceFeedId = dirty_hours.priceFeedId
          AND time_bucket(INTERVAL 1 HOUR, startedAt) = hour
          AND ${within("startedAt")}`);
      await connection.run(`INSERT INTO ${name} BY NAME ${sqlOf(name)}`);
    }
    for (const name of daily) {
      await connection.run(`DELETE FROM ${name} USING (
          SELECT DISTINCT priceFeedId, time_bucket(INTERVAL 1 DAY, hour) AS day FROM dirty_hours
        ) AS days
        WHERE ${name}.priceFeedId = days.priceFeedId AND startedAt = day`);
      await connection.run(`INSERT INTO ${name} BY NAME ${sqlOf(name)}`);
    }
    await connection.run(`DELETE FROM derived_stale USING dirty_hours
      WHERE derived_stale.priceFeedId = dirty_hours.priceFeedId AND derived_stale.hour = dirty_hours.hour`);
  });
  await dropDirty(connection);
}

function sqlOf(name: string): string {
  return readFileSync(new URL(`${name}.sql`, folder), "utf8");
}

// What derived tables are made of, in tables of the connection alone: `dirty_hours`, hours of feeds, and what the store has
// in them, `dirty_prices`, `dirty_misses`, `dirty_gaps` and `dirty_faults`.
function dirtyText(): string {
  return [sqlOf("dirty_gaps"), dirtyPrices(""), dirtyMisses(""), dirtyFaults("")].join("\n");
}

async function dropDirty(connection: DuckDBConnection): Promise<void> {
  const names = ["dirty_prices", "dirty_misses", "dirty_gaps", "dirty_faults", "dirty_hours"];
  await connection.run(names.map((name) => `DROP TABLE IF EXISTS temp.${name};`).join(" "));
}

// Hours of feeds (`priceFeedId`, `hour`). The number of an hour of a feed stands for both of them: rows are grouped by it in
// a third of the time.
async function makeDirtyHours(connection: DuckDBConnection, hours: string): Promise<void> {
  await connection.run(`CREATE OR REPLACE TEMP TABLE dirty_hours AS
    SELECT (row_number() OVER ())::INTEGER AS slot, priceFeedId, hour FROM (${hours})`);
}

// DuckDB finds the columns of empty derived tables from those of these empty ones.
async function makeEmptyDirty(connection: DuckDBConnection): Promise<void> {
  await makeDirtyHours(connection, "SELECT 0::BIGINT AS priceFeedId, TIMESTAMP '2000-01-01' AS hour WHERE false");
  await readDirty(connection, "false");
}

// `where`, about publishedAt, holds for all that is in the hours of `dirty_hours`.
async function readDirty(connection: DuckDBConnection, where: string): Promise<void> {
  await connection.run(dirtyPrices(where));
  await connection.run(dirtyMisses(where));
  await connection.run(dirtyGaps());
  // Rows that nobody booked, but put in by hand, may repeat an instant too.
  if ((await queryRecords(connection, "SELECT 1 FROM dirty_gaps WHERE twice LIMIT 1")).length > 0) {
    await transaction(connection, async () => {
      await connection.run(
        noteSuperseded("SELECT publishedAt FROM dirty_prices GROUP BY slot, publishedAt HAVING count(*) > 1")
      );
      await deduplicate(connection);
    });
    await connection.run(dirtyPrices(where));
    await connection.run(dirtyGaps());
  }
  await connection.run(dirtyFaults(where));
}

// The rows of `source` in dirty hours.
function here(source: string, where: string): string {
  return `${source}
    JOIN dirty_hours
      ON dirty_hours.priceFeedId = ${source}.priceFeedId
      AND epoch_us(dirty_hours.hour) = hour_us(${source}.publishedAt)
    WHERE ${where}`;
}

function dirtyPrices(where: string): string {
  return `CREATE OR REPLACE TEMP TABLE dirty_prices AS
    SELECT
      slot,
      (epoch_us(publishedAt) // 60_000_000 % 60)::TINYINT AS minute, -- of the hour; dated updates are of this century
      publishedAt,
      price,
      bid,
      ask,
      confidence,
      ema,
      publisherCount,
      marketSession,
      ageSeconds,
      carriedForward,
      emaConfidence IS NOT NULL OR NULL AS emaConfidence, -- of these two it counts only whether they are there
      fundingTimestamp IS NOT NULL OR NULL AS fundingTimestamp,
      exponent,
      fundingRate,
      fundingRateInterval
    FROM ${here("deduplicated_updates", where)}`;
}

// Instants at which `price` was asked for a feed, and said that there is nothing.
function dirtyMisses(where: string): string {
  return `CREATE OR REPLACE TEMP TABLE dirty_misses AS
    SELECT slot, epoch_us(publishedAt) AS us FROM ${here("feed_faults", where)} AND settled`;
}

function dirtyGaps(): string {
  return `CREATE OR REPLACE TEMP TABLE dirty_gaps AS ${sqlOf("dirty_gaps")}`;
}

function dirtyFaults(where: string): string {
  return `CREATE OR REPLACE TEMP TABLE dirty_faults AS
    SELECT
      slot,
      count(*) FILTER (kind = 'missing')::INTEGER AS missing,
      count(*) FILTER (kind = 'rejected')::INTEGER AS rejected,
      count(*) FILTER (kind = 'coerced')::INTEGER AS coercions
    FROM ${here("feed_faults", where)}
    GROUP BY slot`;
}
