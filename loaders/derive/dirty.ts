import {readFileSync} from "node:fs";
import type {DuckDBConnection} from "@duckdb/node-api";
import {queryRecords} from "../database/query.js";
import {transaction} from "../database/store.js";
import {deduplicate} from "./deduplicate.js";
import {noteSuperseded} from "./repeats.js";

// What derived tables are made of, in tables of the connection alone: `dirty_hours`, hours of feeds, and what the store has
// in them, `dirty_prices`, `dirty_misses`, `dirty_gaps` and `dirty_faults`.
const gaps = readFileSync(new URL("./tables/dirty_gaps.sql", import.meta.url), "utf8");

/** The text that they are made by. */
export function dirtyText(): string {
  return [gaps, dirtyPrices(""), dirtyMisses(""), dirtyFaults("")].join("\n");
}

/** Drops them. */
export async function dropDirty(connection: DuckDBConnection): Promise<void> {
  const names = ["dirty_prices", "dirty_misses", "dirty_gaps", "dirty_faults", "dirty_hours"];
  await connection.run(names.map((name) => `DROP TABLE IF EXISTS temp.${name};`).join(" "));
}

/**
 * Makes the table `dirty_hours` of a query of hours of feeds (`priceFeedId`, `hour`). The number of an hour of a feed stands
 * for both of them: rows are grouped by it in a third of the time.
 */
export async function makeDirtyHours(connection: DuckDBConnection, hours: string): Promise<void> {
  await connection.run(`CREATE OR REPLACE TEMP TABLE dirty_hours AS
    SELECT (row_number() OVER ())::INTEGER AS slot, priceFeedId, hour FROM (${hours})`);
}

const nothing = "SELECT 0::BIGINT AS priceFeedId, TIMESTAMP '2000-01-01' AS hour WHERE false";

/** Makes them empty: what their columns are says what those of derived tables are. */
export async function makeEmptyDirty(connection: DuckDBConnection): Promise<void> {
  await makeDirtyHours(connection, nothing);
  await readDirty(connection, "false");
}

/** Makes the tables of what is in the hours of `dirty_hours`; `where`, about publishedAt, holds for all of it. */
export async function readDirty(connection: DuckDBConnection, where: string): Promise<void> {
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
  return `CREATE OR REPLACE TEMP TABLE dirty_gaps AS ${gaps}`;
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
