import {readFileSync} from "node:fs";
import type {DuckDBConnection} from "@duckdb/node-api";

const sql = readFileSync(new URL("./tables/clock_1h.sql", import.meta.url), "utf8");

/** The text that the table of clocks is made by. */
export function clockText(): string {
  return sql;
}

/** Makes the table of clocks anew, empty; `TEMP`: one of a connection's own. */
export async function makeClock(connection: DuckDBConnection, kind: "" | "TEMP" = ""): Promise<void> {
  await connection.run(`${dirtyAnswers("false")} CREATE OR REPLACE ${kind} TABLE clock_1h AS ${sql};
    DROP VIEW temp.dirty_answers;`);
}

/** Makes the hours again that responses came into which the derived tables do not know; part of a transaction. */
export async function deriveClock(connection: DuckDBConnection): Promise<void> {
  await connection.run(`CREATE OR REPLACE TEMP TABLE dirty_clocks AS
    SELECT DISTINCT time_bucket(INTERVAL 1 HOUR, publishedAt) AS hour
    FROM responses
    WHERE (rowid >= (SELECT responses FROM derived_state) OR publishedAt > (SELECT horizon FROM derived_state))
      AND is_dated(publishedAt)`);
  // The bounds let DuckDB leave out what is older.
  const where = `time_bucket(INTERVAL 1 HOUR, publishedAt) IN (SELECT hour FROM dirty_clocks)
    AND publishedAt >= (SELECT min(hour) FROM dirty_clocks)
    AND publishedAt < (SELECT max(hour) + INTERVAL 1 HOUR FROM dirty_clocks)`;
  await connection.run(`DELETE FROM clock_1h WHERE startedAt IN (SELECT hour FROM dirty_clocks);
    ${dirtyAnswers(where)} INSERT INTO clock_1h BY NAME ${sql};
    DROP VIEW temp.dirty_answers; DROP TABLE temp.dirty_clocks;`);
}

function dirtyAnswers(where: string): string {
  return `CREATE OR REPLACE TEMP VIEW dirty_answers AS FROM responses WHERE ${where};`;
}
