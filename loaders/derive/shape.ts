import {readFileSync} from "node:fs";
import type {DuckDBConnection} from "@duckdb/node-api";
import {queryRecords} from "../database/query.js";
import {newness} from "./repeats.js";

// What a store holds decides how the two views are written that all others are made of: DuckDB looks only at the rows that a
// question is about where they are plain filters.
interface Shape {
  /** Whether every update is misdated. */
  misdated: boolean;
  /** Whether updates are superseded; null where nobody noted it. */
  superseded: boolean | null;
}

const written: Shape = {misdated: false, superseded: true}; // as in the files

/**
 * Writes the views `dated_updates` and `chosen_updates` as the store needs them now; `temporary`: for this connection alone,
 * in place of the store's. `held`: whether they are the store's yet (default), and not as in the files; `noted`: whether the
 * store knows which updates are superseded (default).
 */
export async function reshape(
  connection: DuckDBConnection,
  {temporary = false, held = true, noted = true}: {temporary?: boolean; held?: boolean; noted?: boolean} = {}
): Promise<void> {
  const [row] = await queryRecords(
    connection,
    `SELECT
      NOT EXISTS (FROM feed_updates WHERE is_dated(publishedAt)) AND EXISTS (FROM feed_updates) AS misdated,
      EXISTS (FROM superseded_updates) AS superseded,
      (
        SELECT comment FROM duckdb_views()
        WHERE database_name = current_database() AND view_name = 'chosen_updates'
      ) AS comment`
  );
  const shape: Shape = {misdated: row?.misdated === true, superseded: noted ? row?.superseded === true : null};
  const text = JSON.stringify(shape);
  const before = (held ? row?.comment : null) ?? JSON.stringify(written);
  if (before === text) return;
  const view = `CREATE OR REPLACE ${temporary ? "TEMP " : ""}VIEW`;
  await connection.run(
    `${view} dated_updates AS ${datedSql(shape)}\n; ${view} chosen_updates AS ${chosenSql(shape)}\n;`
  );
  if (!temporary) await connection.run(`COMMENT ON VIEW chosen_updates IS '${text}'`);
}

function datedSql({misdated}: Shape): string {
  return misdated ? "FROM feed_updates" : fileOf("dated_updates");
}

function chosenSql({superseded}: Shape): string {
  if (superseded === null) return `FROM updates QUALIFY ${newness} = 1`;
  return superseded ? fileOf("chosen_updates") : "FROM updates";
}

function fileOf(name: string): string {
  return readFileSync(new URL(`./sql/${name}.sql`, import.meta.url), "utf8");
}
