import {readFileSync} from "node:fs";
import type {DuckDBConnection} from "@duckdb/node-api";
import {queryRecords} from "../database/query.js";
import {transaction} from "../database/transaction.js";
import {noteSuperseded} from "./repeats.js";
import {reshape} from "./shape.js";

// What derived tables are made of, in tables of the connection alone: `touched`, hours of feeds, and what the store has
// in them, `touched_prices`, `touched_misses`, `touched_gaps` and `touched_faults`.
const gaps = readFileSync(new URL("./sql/touched_gaps.sql", import.meta.url), "utf8");

/** The text that they are made by. */
export function touchedText(): string {
  return [gaps, touchedPrices(""), touchedMisses(""), touchedFaults("")].join("\n");
}

/** Drops them. */
export async function forgetTouched(connection: DuckDBConnection): Promise<void> {
  const names = ["touched_prices", "touched_misses", "touched_gaps", "touched_faults", "touched"];
  await connection.run(names.map((name) => `DROP TABLE IF EXISTS temp.${name};`).join(" "));
}

/**
 * Makes the table `touched` of a query of hours of feeds (`priceFeedId`, `hour`). The number of an hour of a feed stands
 * for both of them: rows are grouped by it in a third of the time.
 */
export async function touch(connection: DuckDBConnection, hours: string): Promise<void> {
  await connection.run(`CREATE OR REPLACE TEMP TABLE touched AS
    SELECT (row_number() OVER ())::INTEGER AS slot, priceFeedId, hour FROM (${hours})`);
}

const nothing = "SELECT 0::BIGINT AS priceFeedId, TIMESTAMP '2000-01-01' AS hour WHERE false";

/** Makes them empty: what their columns are says what those of derived tables are. */
export async function makeTouchedNone(connection: DuckDBConnection): Promise<void> {
  await touch(connection, nothing);
  await makeTouched(connection, "false");
}

/** Makes the tables of what is in the hours of `touched`; `where`, about publishedAt, holds for all of it. */
export async function makeTouched(connection: DuckDBConnection, where: string): Promise<void> {
  await connection.run(touchedPrices(where));
  await connection.run(touchedMisses(where));
  await connection.run(touchedGaps());
  // Rows that nobody booked, but put in by hand, may repeat an instant too.
  if ((await queryRecords(connection, "SELECT 1 FROM touched_gaps WHERE twice LIMIT 1")).length > 0) {
    await transaction(connection, async () => {
      await connection.run(
        noteSuperseded("SELECT publishedAt FROM touched_prices GROUP BY slot, publishedAt HAVING count(*) > 1")
      );
      await reshape(connection);
    });
    await connection.run(touchedPrices(where));
    await connection.run(touchedGaps());
  }
  await connection.run(touchedFaults(where));
}

// The rows of `source` in touched hours.
function here(source: string, where: string): string {
  return `${source}
    JOIN touched
      ON touched.priceFeedId = ${source}.priceFeedId
      AND epoch_us(touched.hour) = hour_us(${source}.publishedAt)
    WHERE ${where}`;
}

function touchedPrices(where: string): string {
  return `CREATE OR REPLACE TEMP TABLE touched_prices AS
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
    FROM ${here("chosen_updates", where)}`;
}

// Instants at which `price` was asked for a feed, and said that there is nothing.
function touchedMisses(where: string): string {
  return `CREATE OR REPLACE TEMP TABLE touched_misses AS
    SELECT slot, epoch_us(publishedAt) AS us FROM ${here("feed_faults", where)} AND settled`;
}

function touchedGaps(): string {
  return `CREATE OR REPLACE TEMP TABLE touched_gaps AS ${gaps}`;
}

function touchedFaults(where: string): string {
  return `CREATE OR REPLACE TEMP TABLE touched_faults AS
    SELECT
      slot,
      count(*) FILTER (kind = 'missing')::INTEGER AS missing,
      count(*) FILTER (kind = 'rejected')::INTEGER AS rejected,
      count(*) FILTER (kind = 'coerced')::INTEGER AS coercions
    FROM ${here("feed_faults", where)}
    GROUP BY slot`;
}
