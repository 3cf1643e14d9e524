import {readFileSync} from "node:fs";
import {type DuckDBConnection, quotedIdentifier} from "@duckdb/node-api";
import {queryRecords} from "../store/database/query.js";
import {isOwn, transaction} from "../store/database/store.js";
import {deduplicate, noteSuperseded} from "./deduplicate.js";
import {clockText, makeClock, type Part} from "./due.js";

// The derived tables. The query in each file makes the rows of dirty hours from their prices and faults (`dirty_prices`,
// `dirty_gaps`, `dirty_faults`), or those of their days from hourly bars (`dirty_bars`).
const hourly = ["bars_1m", "bars_1h", "session_runs", "funding_runs", "quality_hours"] as const;
const daily = ["bars_1d"] as const;
const formerNames: Record<string, string> = {quality_hours: "quality_1h"}; // such a name is a view now
const folder = new URL("./tables/", import.meta.url);

/** The SQL that makes the derived tables. If it changes, they are made again. */
export function derivedText(): string {
  return [...[...hourly, ...daily].map(sqlOf), dirtyText(), clockText()].join("\n");
}

/**
 * Makes the derived tables anew, in the connection's transaction. They are empty, except for rows of dropped updates, which
 * keep the columns that still exist.
 */
export async function makeDerived(connection: DuckDBConnection): Promise<void> {
  await makeEmptyDirty(connection);
  await makeClock(connection);
  const held = await tablesOf(connection);
  for (const [names, step] of [
    [hourly, "HOUR"],
    [daily, "DAY"]
  ] as const) {
    if (names === daily) await connection.run(dirtyBars());
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
  const sql = `SELECT table_name FROM duckdb_tables() WHERE ${isOwn}`;
  return new Set((await queryRecords(connection, sql)).map(({table_name}) => table_name));
}

// Copies the rows of hours whose updates were dropped into the table that `work` makes anew. New columns are null in them.
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

// Not `duckdb_columns()`, which binds every view of the store and so takes longer.
async function columnsOf(connection: DuckDBConnection, name: string): Promise<string[]> {
  return (await connection.run(`FROM ${name} LIMIT 0`)).columnNames().map(quotedIdentifier);
}

/** For a connection that only reads a store: adds temporary, empty derived tables if the store has none. */
export async function supplyTables(connection: DuckDBConnection): Promise<void> {
  // It has none if its migration was killed, or if its version is older.
  if ((await tablesOf(connection)).has("funding_runs")) return;
  await makeEmptyDirty(connection);
  const make = (name: string) =>
    connection.run(`CREATE OR REPLACE TEMP TABLE ${name} AS FROM (${sqlOf(name)}) LIMIT 0`);
  for (const name of hourly) await make(name);
  await connection.run(dirtyBars());
  for (const name of daily) await make(name);
  await makeClock(connection, "TEMP");
  await dropDirty(connection);
}

/** Makes the rows of a part's hours, and of their days, again in one transaction. */
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
    await connection.run(dirtyBars());
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

/** The query of `bars_1d`, of the hourly bars that `source` gives. */
export function dailyBars(source: string): string {
  return sqlOf("bars_1d").replace("FROM dirty_bars", `FROM ${source}`);
}

/**
 * The query of a table of runs within hours, of all updates at once, for an engine that keeps no hours to make again. Int128
 * has room for every id of a feed with an hour behind it.
 */
export function runsOfAll(name: "session_runs" | "funding_runs"): string {
  return `WITH dirty_prices AS (
      SELECT
        priceFeedId::HUGEINT * 10_000_000 + (epoch_us(time_bucket(INTERVAL 1 HOUR, publishedAt)) / 3.6e9)::BIGINT AS slot,
        *
      FROM deduplicated_updates
    ), dirty_hours AS (
      SELECT slot, any_value(priceFeedId) AS priceFeedId FROM dirty_prices GROUP BY slot
    )
    FROM (${sqlOf(name)})`;
}

function sqlOf(name: string): string {
  return readFileSync(new URL(`${name}.sql`, folder), "utf8");
}

// The SQL of the temporary tables that derived tables are made from: `dirty_hours`, the hours of feeds, and the store's rows in
// them, `dirty_prices`, `dirty_misses`, `dirty_gaps` and `dirty_faults`; then `dirty_bars`, the hourly bars of their days.
function dirtyText(): string {
  return [sqlOf("dirty_gaps"), dirtyPrices(""), dirtyMisses(""), dirtyFaults(""), dirtyBars()].join("\n");
}

async function dropDirty(connection: DuckDBConnection): Promise<void> {
  const names = ["dirty_prices", "dirty_misses", "dirty_gaps", "dirty_faults", "dirty_bars", "dirty_hours"];
  await connection.run(names.map((name) => `DROP TABLE IF EXISTS temp.${name};`).join(" "));
}

// Hours of feeds (`priceFeedId`, `hour`). `slot` numbers them: grouping by one number takes a third of the time that grouping
// by both columns takes.
async function makeDirtyHours(connection: DuckDBConnection, hours: string): Promise<void> {
  await connection.run(`CREATE OR REPLACE TEMP TABLE dirty_hours AS
    SELECT (row_number() OVER ())::INTEGER AS slot, priceFeedId, hour FROM (${hours})`);
}

// Empty ones, from which DuckDB finds the columns of empty derived tables.
async function makeEmptyDirty(connection: DuckDBConnection): Promise<void> {
  await makeDirtyHours(connection, "SELECT 0::BIGINT AS priceFeedId, TIMESTAMP '2000-01-01' AS hour WHERE false");
  await readDirty(connection, "false");
}

// `where` is a bound of publishedAt that holds for all rows in the hours of `dirty_hours`.
async function readDirty(connection: DuckDBConnection, where: string): Promise<void> {
  await connection.run(dirtyPrices(where));
  await connection.run(dirtyMisses(where));
  await connection.run(dirtyGaps());
  // Rows that were inserted by hand may repeat an instant, too.
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
      emaConfidence IS NOT NULL OR NULL AS emaConfidence, -- it counts only whether it is there
      fundingTimestamp,
      exponent,
      exponentFrom,
      unscaled,
      fundingRate,
      fundingRateInterval
    FROM ${here("deduplicated_updates", where)}`;
}

// Instants at which `price` said that a feed has no update.
function dirtyMisses(where: string): string {
  return `CREATE OR REPLACE TEMP TABLE dirty_misses AS
    SELECT slot, epoch_us(publishedAt) AS us FROM ${here("feed_faults", where)} AND settled`;
}

function dirtyGaps(): string {
  return `CREATE OR REPLACE TEMP TABLE dirty_gaps AS ${sqlOf("dirty_gaps")}`;
}

// An instant that was asked for in vain, and again, is missing once; not at all, if an update of it came then.
function dirtyFaults(where: string): string {
  return `CREATE OR REPLACE TEMP TABLE dirty_faults AS
    SELECT
      slot,
      count(DISTINCT publishedAt) FILTER (kind = 'missing' AND NOT came)::INTEGER AS missing,
      count(*) FILTER (kind = 'rejected')::INTEGER AS rejected,
      count(*) FILTER (kind = 'coerced')::INTEGER AS coercions
    FROM (
      SELECT slot, kind, publishedAt, (slot, publishedAt) IN (SELECT (slot, publishedAt) FROM dirty_prices) AS came
      FROM ${here("feed_faults", where)}
    )
    GROUP BY slot`;
}

function dirtyBars(): string {
  return `CREATE OR REPLACE TEMP TABLE dirty_bars AS
    SELECT bars_1h.*
    FROM bars_1h
    SEMI JOIN dirty_hours
      ON dirty_hours.priceFeedId = bars_1h.priceFeedId
      AND time_bucket(INTERVAL 1 DAY, dirty_hours.hour) = time_bucket(INTERVAL 1 DAY, startedAt)
    WHERE startedAt >= (SELECT time_bucket(INTERVAL 1 DAY, min(hour)) FROM dirty_hours)`;
}
