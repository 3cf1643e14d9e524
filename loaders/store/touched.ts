import {readFileSync} from "node:fs";
import {type DuckDBConnection, quotedIdentifier} from "@duckdb/node-api";
import {queryRecords} from "./query.js";
import {transaction} from "./transaction.js";

// Tables that follow the store. Each file says what its rows are, from the prices and faults of the touched hours of feeds
// (`touched_prices`, `touched_gaps`, `touched_faults`), or from the hourly bars of their days (`touched`).
const hourly = ["bars_1m", "bars_1h", "session_runs", "quality_1h"] as const;
const daily = ["bars_1d"] as const;
const folder = new URL("./derived/", import.meta.url);

/** Hours of feeds that are made again together: those that are due from the first to the last, by hour, then feed. */
export interface Part {
  first: string;
  firstFeed: number;
  last: string;
  lastFeed: number;
  /** How many hours of feeds. */
  hours: number;
}

/** The text that the derived tables are made by, of which a change makes them again. */
export function derivedText(): string {
  return [
    ...[...hourly, ...daily].map(sqlOf),
    touchedPrices("FROM updates"),
    touchedGaps,
    touchedFaults("feed_faults")
  ].join("\n");
}

/**
 * Makes the derived tables anew, empty but for what came of updates that are dropped since, as far as it fits; part of the
 * connection's transaction.
 */
export async function makeDerived(connection: DuckDBConnection): Promise<void> {
  await makeTouched(connection, "false");
  for (const [names, step] of [
    [hourly, "HOUR"],
    [daily, "DAY"]
  ] as const) {
    for (const name of names) {
      const made = `CREATE OR REPLACE TABLE ${name} AS FROM (${sqlOf(name)}) LIMIT 0`;
      await keepDropped(connection, name, {step, work: () => connection.run(made)});
    }
  }
  await connection.run(forget);
}

// A column that is new is null there.
async function keepDropped(
  connection: DuckDBConnection,
  name: string,
  {step, work}: {step: "HOUR" | "DAY"; work(): Promise<unknown>}
): Promise<void> {
  const before = await columnsOf(connection, name);
  if (before.length > 0)
    await connection.run(`CREATE OR REPLACE TEMP TABLE kept AS
      FROM ${name}
      SEMI JOIN dropped_hours
        ON dropped_hours.priceFeedId = ${name}.priceFeedId
        AND time_bucket(INTERVAL 1 ${step}, dropped_hours.hour) = time_bucket(INTERVAL 1 ${step}, startedAt)`);
  await work();
  const after = await columnsOf(connection, name);
  const both = before.filter((column) => after.includes(column)).join();
  if (before.length > 0)
    await connection.run(`INSERT INTO ${name} (${both}) SELECT ${both} FROM kept; DROP TABLE kept;`);
}

async function columnsOf(connection: DuckDBConnection, name: string): Promise<string[]> {
  const sql = `SELECT column_name FROM duckdb_columns()
    WHERE database_name = current_database() AND table_name = $name ORDER BY column_index`;
  return (await queryRecords(connection, sql, {name})).map(({column_name}) => quotedIdentifier(String(column_name)));
}

/** Gives a connection that only reads a store without derived tables empty ones, of its own. */
export async function supplyTables(connection: DuckDBConnection): Promise<void> {
  await makeTouched(connection, "false");
  for (const name of [...hourly, ...daily])
    await connection.run(`CREATE OR REPLACE TEMP TABLE ${name} AS FROM (${sqlOf(name)}) LIMIT 0`);
  await connection.run(forget);
}

/** Makes the rows of a part's hours and their days again, in one transaction. */
export async function derivePart(connection: DuckDBConnection, part: Part): Promise<void> {
  const within = (column: string) =>
    `${column} >= TIMESTAMP '${part.first}' AND ${column} < TIMESTAMP '${part.last}' + INTERVAL 1 HOUR`;
  await connection.run(`CREATE OR REPLACE TEMP TABLE touched AS
    SELECT DISTINCT priceFeedId, hour
    FROM derived_stale
    WHERE (hour > TIMESTAMP '${part.first}' OR (hour = TIMESTAMP '${part.first}' AND priceFeedId >= ${part.firstFeed}))
      AND (hour < TIMESTAMP '${part.last}' OR (hour = TIMESTAMP '${part.last}' AND priceFeedId <= ${part.lastFeed}))`);
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
      await connection.run(`DELETE FROM ${name} USING (
          SELECT DISTINCT priceFeedId, time_bucket(INTERVAL 1 DAY, hour) AS day FROM touched
        ) AS days
        WHERE ${name}.priceFeedId = days.priceFeedId AND startedAt = day`);
      await connection.run(`INSERT INTO ${name} ${sqlOf(name)}`);
    }
    await connection.run(`DELETE FROM derived_stale USING touched
      WHERE derived_stale.priceFeedId = touched.priceFeedId AND derived_stale.hour = touched.hour`);
  });
  await connection.run(forget);
}

const forget = `DROP TABLE IF EXISTS temp.touched_prices;
  DROP TABLE IF EXISTS temp.repeated;
  DROP TABLE IF EXISTS temp.touched_gaps;
  DROP TABLE IF EXISTS temp.touched_faults;
  DROP TABLE IF EXISTS temp.touched;`;

// What the derived tables are made of: `where` is about publishedAt.
async function makeTouched(connection: DuckDBConnection, where: string): Promise<void> {
  const here = (source: string) => `${source}
    SEMI JOIN touched
      ON touched.priceFeedId = ${source}.priceFeedId
      AND touched.hour = time_bucket(INTERVAL 1 HOUR, ${source}.publishedAt)
    WHERE ${where}`;
  await connection.run("CREATE TEMP TABLE IF NOT EXISTS touched (priceFeedId BIGINT, hour TIMESTAMP)");
  const updates = here("updates");
  await connection.run(touchedPrices(`FROM ${updates}`));
  await connection.run(touchedGaps);
  // Choosing between several updates of an instant takes longer than all the rest: it is done only where there are some.
  if ((await queryRecords(connection, "SELECT 1 FROM touched_gaps WHERE twice LIMIT 1")).length > 0) {
    await connection.run(`CREATE OR REPLACE TEMP TABLE repeated AS
      SELECT priceFeedId, publishedAt FROM touched_prices GROUP BY ALL HAVING count(*) > 1`);
    await connection.run(touchedPrices(`${single(updates)} UNION ALL ${last(updates)}`));
    await connection.run(touchedGaps);
  }
  await connection.run(touchedFaults(here("feed_faults")));
}

function touchedPrices(from: string): string {
  return `CREATE OR REPLACE TEMP TABLE touched_prices AS
    SELECT * EXCLUDE (mid, emaConfidence, standsSeconds, responseId, entryIndex) FROM (${from})`;
}

function single(updates: string): string {
  return `FROM (FROM ${updates}) ANTI JOIN repeated USING (priceFeedId, publishedAt)`;
}

// As the view chooses, which looks at all updates.
function last(updates: string): string {
  const some = `(FROM (FROM ${updates}) SEMI JOIN repeated USING (priceFeedId, publishedAt))`;
  return `(${sqlOf("prices").replace("FROM updates", `FROM ${some}`)})`;
}

// The longest time between two updates of an hour, and whether two are of one instant.
const touchedGaps = `CREATE OR REPLACE TEMP TABLE touched_gaps AS
  SELECT
    priceFeedId,
    startedAt,
    max(epoch(publishedAt - previousAt)) AS gapSeconds,
    coalesce(bool_or(publishedAt = previousAt), false) AS twice
  FROM (
    SELECT *, lag(publishedAt) OVER (PARTITION BY priceFeedId, startedAt ORDER BY publishedAt) AS previousAt
    FROM (SELECT priceFeedId, time_bucket(INTERVAL 1 HOUR, publishedAt) AS startedAt, publishedAt FROM touched_prices)
  )
  GROUP BY ALL`;

function touchedFaults(from: string): string {
  return `CREATE OR REPLACE TEMP TABLE touched_faults AS
    SELECT
      priceFeedId,
      time_bucket(INTERVAL 1 HOUR, publishedAt) AS startedAt,
      count(*) FILTER (kind = 'missing')::INTEGER AS missing,
      count(*) FILTER (kind = 'rejected')::INTEGER AS rejected,
      count(*) FILTER (kind = 'coerced')::INTEGER AS coercions
    FROM ${from}
    GROUP BY ALL`;
}

function sqlOf(name: string): string {
  return readFileSync(new URL(`${name}.sql`, folder), "utf8");
}
