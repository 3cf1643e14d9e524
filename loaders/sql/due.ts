import {type DuckDBConnection, quotedString} from "@duckdb/node-api";
import {countText} from "../config/size.js";
import {queryRecords} from "../store/database/query.js";
import {isOwn} from "../store/database/store.js";

/** Hours of feeds that are made again together: the due ones from the first to the last, by hour, then feed. */
export interface Part {
  first: string;
  firstFeed: number;
  last: string;
  lastFeed: number;
  /** How many hours of feeds. */
  hours: number;
}

// Whether the rows of feed_updates are numbered from 0 without a hole. If rows were deleted by hand, a row's number does not
// show whether the row is counted already, and no totals are kept.
const isDense = "NOT EXISTS (SELECT 1 FROM feed_updates WHERE rowid >= (SELECT count(*) FROM feed_updates))";

// The hours of feeds that got rows, another exponent or other rules since the last time; all hours, if rows were deleted by
// hand. A row dated in the future is not derived, and is looked at again until then.
const freshHours = `
  SELECT DISTINCT priceFeedId, hour_us(publishedAt) AS hourUs
  FROM (
    SELECT priceFeedId, publishedAt
    FROM feed_updates
    WHERE rowid >= (SELECT CASE WHEN rows <= (SELECT count(*) FROM feed_updates) THEN rows ELSE 0 END FROM derived_state)
    UNION ALL
    SELECT priceFeedId, publishedAt FROM feed_updates WHERE publishedAt > (SELECT horizon FROM derived_state)
    UNION ALL
    SELECT priceFeedId, publishedAt FROM feed_faults WHERE response >= (SELECT responses FROM derived_state)
    UNION ALL
    SELECT priceFeedId, startedAt -- updates without an exponent have the catalogue's, which may have changed since
    FROM quality_hours
    LEFT JOIN feeds USING (priceFeedId)
    WHERE exponentless > 0 AND catalogueExponent IS DISTINCT FROM exponent
    UNION ALL
    SELECT priceFeedId, startedAt
    FROM quality_hours
    LEFT JOIN rule_keys(['feed_totals']) AS rule_keys USING (priceFeedId)
    WHERE quality_hours.ruleKey IS DISTINCT FROM rule_keys.ruleKey
      AND priceFeedId IN (SELECT priceFeedId FROM feed_totals) -- feeds without an update have no rules
  )
  WHERE is_dated(publishedAt)`;

/**
 * How many hours of feeds the derived tables of a store lack, or do not hold as they are; 0 for any other database.
 * A load that was killed before its end leaves some, and a rebuild all.
 */
export async function dueHours(connection: DuckDBConnection): Promise<number> {
  const held = `SELECT 1 FROM duckdb_tables() WHERE table_name = 'derived_state' AND (temporary OR ${isOwn})`;
  if ((await queryRecords(connection, held)).length === 0) return 0;
  const [row] = await queryRecords(
    connection,
    `SELECT count(*) AS hours
    FROM (SELECT priceFeedId, epoch_us(hour) AS hourUs FROM derived_stale UNION ${freshHours}) AS due
    ANTI JOIN dropped_hours ON dropped_hours.priceFeedId = due.priceFeedId AND epoch_us(dropped_hours.hour) = hourUs`
  );
  return Number(row?.hours);
}

/** What to say of hours that are due. */
export function dueText(hours: number): string {
  return `${countText(hours, "hour")} of feeds not derived yet, so bars, sessions and quality lack them: run feedbook derive`;
}

/**
 * Marks the hours of feeds that got rows since the last time as due, and updates the totals of each feed; part of a
 * transaction.
 */
export async function markDue(connection: DuckDBConnection): Promise<void> {
  await connection.run(`
    INSERT INTO derived_stale BY NAME
    SELECT fresh.priceFeedId, make_timestamp(fresh.hourUs) AS hour
    FROM (${freshHours}) AS fresh
    ANTI JOIN derived_stale
      ON derived_stale.priceFeedId = fresh.priceFeedId AND epoch_us(derived_stale.hour) = fresh.hourUs`);
  // The updates of these hours were dropped, so their derived rows cannot be made again.
  await connection.run(`DELETE FROM derived_stale USING dropped_hours
    WHERE derived_stale.priceFeedId = dropped_hours.priceFeedId AND derived_stale.hour = dropped_hours.hour`);
  await connection.run(`CREATE OR REPLACE TEMP TABLE held AS FROM feed_held WHERE dated AND ${isDense};
    DELETE FROM feed_totals;
    INSERT INTO feed_totals BY NAME FROM held;
    DROP TABLE held;`);
  await connection.run(`
    UPDATE derived_state SET
      rows = (SELECT count(*) FROM feed_updates),
      responses = (SELECT count(*) FROM responses),
      horizon = now()::TIMESTAMP + INTERVAL 1 DAY`);
}

/**
 * The statement that counts the totals of feeds anew into the table `into`, from the known updates that were published at
 * `since` or later; needed after such rows were altered or deleted.
 */
export function recount(into: string, since = "2000-01-01"): string {
  return `DELETE FROM ${into};
    INSERT INTO ${into} BY NAME
    FROM held_where((
      rowid < (SELECT rows FROM derived_state)
      AND publishedAt BETWEEN TIMESTAMP '${since}' AND (SELECT horizon FROM derived_state)
    ))
    WHERE ${isDense}`;
}

/**
 * The due hours of feeds, in parts of about `mostRows` rows, which fit into memory. No part spans more than a day without due
 * hours: its bounds are constants in the SQL, so DuckDB reads only the rows between them.
 */
export async function dueParts(connection: DuckDBConnection, mostRows: number): Promise<Part[]> {
  const spans = await queryRecords(
    connection,
    `SELECT min(hour)::VARCHAR AS first, max(hour)::VARCHAR AS last
    FROM (
      SELECT hour, sum(far::INTEGER) OVER (ORDER BY hour) AS span
      FROM (
        SELECT hour, coalesce(hour - lag(hour) OVER (ORDER BY hour) > INTERVAL 1 DAY, false) AS far
        FROM (SELECT DISTINCT hour FROM derived_stale)
      )
    )
    GROUP BY span
    ORDER BY first`
  );
  const parts: Part[] = [];
  for (const {first, last} of spans) parts.push(...(await partsWithin(connection, `${first}`, `${last}`, mostRows)));
  return parts;
}

/** The condition that a time is between the starts of two hours, or in the last of them. */
export function within(time: string, first: string, last: string): string {
  return `${time} >= TIMESTAMP ${quotedString(first)} AND ${time} < TIMESTAMP ${quotedString(last)} + INTERVAL 1 HOUR`;
}

async function partsWithin(
  connection: DuckDBConnection,
  first: string,
  last: string,
  mostRows: number
): Promise<Part[]> {
  const rows = await queryRecords(
    connection,
    `WITH held AS (
      SELECT priceFeedId, make_timestamp(hourUs) AS hour, rows
      FROM (
        SELECT priceFeedId, hour_us(publishedAt) AS hourUs, count(*) AS rows
        FROM feed_updates
        WHERE ${within("publishedAt", first, last)}
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
      FROM (SELECT DISTINCT priceFeedId, hour FROM derived_stale WHERE ${within("hour", first, last)})
      LEFT JOIN held USING (priceFeedId, hour)
    )
    GROUP BY part
    ORDER BY first, firstFeed`
  );
  return rows as unknown as Part[];
}
