import {type DuckDBConnection, quotedIdentifier} from "@duckdb/node-api";
import {queryRecords} from "../store/database/query.js";
import {isOwn, transaction} from "../store/database/store.js";
import {deduplicate, noteSuperseded} from "./deduplicate.js";
import {type Part, within} from "./due.js";
import {namesOf, sqlOf} from "./list.js";

// The query of a derived table makes the rows of dirty hours from the steps, which read the updates and faults of these hours;
// `gap_runs` reads the updates around them, too, and `bars_1d` the hourly bars of their days.
const names = namesOf("store", "table");
const steps = namesOf("store", "step");

/**
 * Makes the derived tables anew, in the connection's transaction. They are empty, except for rows of dropped updates, which
 * keep the columns that still exist.
 */
export async function makeDerived(connection: DuckDBConnection): Promise<void> {
  const held = await tablesOf(connection);
  // Older stores have tables of these names, which are views now.
  if (held.has("clock_1h")) await connection.run("DROP TABLE clock_1h");
  if (held.has("quality_1h")) {
    await connection.run("ALTER TABLE quality_1h RENAME TO quality_hours");
    held.add("quality_hours");
  }
  // The temporary tables that the queries read are there meanwhile, without rows.
  await connection.run(`CREATE OR REPLACE TEMP TABLE dirty_hours (slot INTEGER, priceFeedId BIGINT, hour TIMESTAMP);
    CREATE OR REPLACE TEMP TABLE dirty_spans (priceFeedId BIGINT, dirtyFrom TIMESTAMP, dirtyUntil TIMESTAMP,
      readFrom TIMESTAMP, readUntil TIMESTAMP);`);
  for (const name of namesOf("store", "step", "table").filter((one) => one !== "dirty_spans"))
    if (steps.includes(name)) await makeStep(connection, name);
    else {
      const make = () => connection.run(`CREATE OR REPLACE TABLE ${name} AS FROM (${sqlOf(name)}) LIMIT 0`);
      await (held.has(name) ? keepDropped(connection, name, make) : make());
    }
  await dropSteps(connection);
}

async function tablesOf(connection: DuckDBConnection): Promise<Set<unknown>> {
  const sql = `SELECT table_name FROM duckdb_tables() WHERE ${isOwn}`;
  return new Set((await queryRecords(connection, sql)).map(({table_name}) => table_name));
}

// Copies the rows of hours whose updates were dropped into the table that `make` makes anew. New columns are null in them.
async function keepDropped(connection: DuckDBConnection, name: string, make: () => Promise<unknown>): Promise<void> {
  const step = name === "bars_1d" ? "DAY" : "HOUR";
  const before = await columnsOf(connection, name);
  await connection.run(`CREATE OR REPLACE TEMP TABLE kept AS
    FROM ${name}
    SEMI JOIN dropped_hours
      ON dropped_hours.priceFeedId = ${name}.priceFeedId
      AND time_bucket(INTERVAL 1 ${step}, dropped_hours.hour) = time_bucket(INTERVAL 1 ${step}, startedAt)`);
  await make();
  const after = await columnsOf(connection, name);
  const both = before.filter((column) => after.includes(column)).join();
  await connection.run(`INSERT INTO ${name} (${both}) SELECT ${both} FROM kept; DROP TABLE kept;`);
}

// Not `duckdb_columns()`, which binds every view of the store and so takes longer.
async function columnsOf(connection: DuckDBConnection, name: string): Promise<string[]> {
  return (await connection.run(`FROM ${name} LIMIT 0`)).columnNames().map(quotedIdentifier);
}

// The rows that are made again, of tables where these are not the rows of dirty hours.
const again: Record<string, {from: string; where: string}> = {
  gap_runs: {
    from: "dirty_judged",
    where: "startedAt >= make_timestamp(judgedFromUs) AND startedAt < make_timestamp(judgedUntilUs)"
  },
  bar_runs: {from: "dirty_watched", where: "time_bucket(INTERVAL 1 HOUR, startedAt) = hour"},
  bars_1d: {
    from: "(SELECT DISTINCT priceFeedId, time_bucket(INTERVAL 1 DAY, hour) AS day FROM dirty_hours)",
    where: "startedAt = day"
  }
};

// The bars of these hours are made before: rules compare them with bars of other feeds and of the hour before.
const ofBars = ["dirty_watched", "dirty_minutes", "dirty_bar_signals"];

// The updates with which runs begin are of the dirty hours, of the hour before or of the two after.
const near = ({first, last}: Part) => `publishedAt >= TIMESTAMP '${first}' - INTERVAL 1 HOUR
  AND publishedAt < TIMESTAMP '${last}' + INTERVAL 3 HOUR`;
const wider: Record<string, (part: Part) => string> = {event_runs: near, bar_runs: near};

/** Makes the rows of a part's hours, of the gaps around them and of their days again in one transaction. */
export async function derivePart(connection: DuckDBConnection, part: Part): Promise<void> {
  const isWithin = (column: string) => within(column, part.first, part.last);
  // Grouping by one number, `slot`, takes a third of the time that grouping by feed and hour takes.
  await connection.run(`CREATE OR REPLACE TEMP TABLE dirty_hours AS
    SELECT (row_number() OVER ())::INTEGER AS slot, priceFeedId, hour
    FROM (
      SELECT DISTINCT priceFeedId, hour
      FROM derived_stale
      WHERE (hour > TIMESTAMP '${part.first}' OR (hour = TIMESTAMP '${part.first}' AND priceFeedId >= ${part.firstFeed}))
        AND (hour < TIMESTAMP '${part.last}' OR (hour = TIMESTAMP '${part.last}' AND priceFeedId <= ${part.lastFeed}))
    )`);
  if ((await queryRecords(connection, "FROM dirty_hours LIMIT 1")).length === 0) return; // another process made them since
  await readDirty(connection, isWithin("publishedAt"));
  await transaction(connection, async () => {
    for (const name of names) {
      if (name === "bar_runs") for (const step of ofBars) await makeStep(connection, step);
      const {from, where} = again[name] ?? {
        from: "dirty_hours",
        where: `time_bucket(INTERVAL 1 HOUR, startedAt) = hour AND ${isWithin("startedAt")}`
      };
      await connection.run(
        `DELETE FROM ${name} USING ${from} AS due WHERE due.priceFeedId = ${name}.priceFeedId AND ${where}`
      );
      const bounds = name === "extra_hours" ? isWithin("publishedAt") : wider[name]?.(part);
      const parts = bounds === undefined ? {} : {within: bounds};
      await connection.run(`INSERT INTO ${name} BY NAME ${sqlOf(name, parts)}`);
    }
    await connection.run(`DELETE FROM derived_stale USING dirty_hours
      WHERE derived_stale.priceFeedId = dirty_hours.priceFeedId AND derived_stale.hour = dirty_hours.hour`);
  });
  await dropSteps(connection);
}

// `where` bounds the publication times of all rows in `dirty_hours`: so DuckDB reads no other rows.
async function readDirty(connection: DuckDBConnection, where: string): Promise<void> {
  await makeStep(connection, "dirty_spans");
  const [span] = await queryRecords(
    connection,
    "SELECT min(readFrom)::VARCHAR AS first, max(readUntil)::VARCHAR AS last FROM dirty_spans"
  );
  const read = async () => {
    await makeStep(connection, "dirty_steps", {within: within("publishedAt", `${span?.first}`, `${span?.last}`)});
    await makeStep(connection, "dirty_prices", {within: where});
  };
  await read();
  // Rows that were inserted by hand may repeat an instant.
  if ((await queryRecords(connection, "SELECT 1 FROM dirty_steps WHERE step = 0 LIMIT 1")).length > 0) {
    await transaction(connection, async () => {
      await connection.run(noteSuperseded("SELECT make_timestamp(us) AS publishedAt FROM dirty_steps WHERE step = 0"));
      await deduplicate(connection);
    });
    await read();
  }
  await makeStep(connection, "dirty_judged");
  await makeStep(connection, "dirty_faults", {within: where});
  for (const name of ["dirty_rules", "dirty_signals"]) await makeStep(connection, name);
}

async function makeStep(connection: DuckDBConnection, name: string, parts: Record<string, string> = {}): Promise<void> {
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${name} AS ${sqlOf(name, parts)}`);
}

async function dropSteps(connection: DuckDBConnection): Promise<void> {
  await connection.run(["dirty_hours", ...steps].map((name) => `DROP TABLE IF EXISTS temp.${name};`).join(" "));
}
