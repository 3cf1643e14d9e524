import {statSync} from "node:fs";
import {quotedIdentifier} from "@duckdb/node-api";
import {recount} from "../sql/due.js";
import {withMemory} from "./database/memory.js";
import {queryRecords} from "./database/query.js";
import {InterruptedError, interruptible, type Store} from "./database/store.js";
import {storeVersion, todaysVersion} from "./migrate.js";
import {rewrite} from "./rewrite.js";

const memory = "256MB"; // for DuckDB while the store is copied

/** Counts of rows older than an instant (`before`, ISO 8601), and of all updates in the store. */
export interface Old {
  before: string;
  updates: number;
  rows: number;
  rejected: number;
  coercions: number;
}

/** The counts of dropped rows, and the size of the store's file before and after. */
export interface Dropped extends Old {
  bytesBefore: number;
  bytes: number;
}

/** Counts the rows that `dropOld` would drop. */
export async function findOld({connection}: Store, instant: number): Promise<Old> {
  const before = hourOf(instant);
  const [found] = await queryRecords(
    connection,
    `SELECT
      '${before}' AS before,
      (SELECT count(*) FROM feed_updates) AS updates,
      (SELECT count(*) FROM feed_updates WHERE ${isOld(before)}) AS rows,
      (SELECT count(*) FROM rejected_entries SEMI JOIN (${oldResponses(before)}) USING (responseId)) AS rejected,
      (SELECT count(*) FROM coercions SEMI JOIN (${oldResponses(before)}) USING (responseId)) AS coercions`
  );
  return found as unknown as Old;
}

/**
 * Drops updates published before the hour of an instant (epoch ms), with their rejects and coercions: replaces the store by a
 * copy without them. Keeps responses, which show the requested instants, and the derived rows of those hours, which are never
 * made again. Gives null and drops nothing if an old hour is not derived yet, the store is older, or `signal` is aborted.
 */
export async function dropOld(store: Store, instant: number, signal?: AbortSignal): Promise<Dropped | null> {
  const {connection} = store;
  const bytesBefore = statSync(store.path).size;
  const write = async (): Promise<Old | null> => {
    const old = await findOld(store, instant);
    if (!(await isDerived(store, old.before))) return null;
    await copyTables(store, old.before);
    await noteDropped(store, old);
    return old;
  };
  const fill = () => interruptible(connection, write, signal);
  try {
    const dropped = await withMemory(connection, () => rewrite(store, fill), memory);
    return dropped && {...dropped, bytesBefore, bytes: statSync(store.path).size};
  } catch (error) {
    if (error instanceof InterruptedError) return null;
    throw error;
  }
}

function hourOf(instant: number): string {
  return new Date(Math.floor(instant / 3_600_000) * 3_600_000).toISOString();
}

// Misdated updates do not count as old, as their age is unknown.
function isOld(before: string): string {
  return `publishedAt < TIMESTAMP '${before}' AND is_dated(publishedAt)`;
}

function oldResponses(before: string): string {
  return `SELECT responseId FROM responses WHERE ${isOld(before)}`;
}

// Whether all updates before an instant are derived, late ones included.
async function isDerived({connection}: Store, before: string): Promise<boolean> {
  if ((await storeVersion(connection)) < todaysVersion) return false;
  const late = (table: string, known: string) =>
    `SELECT 1 FROM ${table} WHERE rowid >= (SELECT ${known} FROM derived_state) AND ${isOld(before)}`;
  const due = `${late("feed_updates", "rows")} UNION ALL ${late("responses", "responses")}
    UNION ALL SELECT 1 FROM derived_stale WHERE hour < TIMESTAMP '${before}'`;
  return (await queryRecords(connection, `SELECT 1 FROM (${due}) LIMIT 1`)).length === 0;
}

async function copyTables({connection}: Store, before: string): Promise<void> {
  const sql = "FROM duckdb_tables() WHERE database_name = 'store' ORDER BY schema_name, table_name";
  const gone = `ANTI JOIN (${oldResponses(before)}) USING (responseId)`;
  const parts: Record<string, string> = {
    feed_updates: `WHERE publishedAt >= TIMESTAMP '${before}' OR NOT is_dated(publishedAt)`,
    superseded_updates: gone,
    rejected_entries: gone,
    coercions: gone
  };
  for (const {schema_name: schema, table_name: table} of await queryRecords(connection, sql)) {
    const name = [schema, table].map((part) => quotedIdentifier(String(part))).join(".");
    const part = schema === "main" ? parts[String(table)] : undefined; // others are not ours
    await connection.run(`INSERT INTO fresh.${name} BY NAME FROM store.${name} ${part ?? ""}`);
  }
}

async function noteDropped({connection}: Store, {before, rows, rejected, coercions}: Old): Promise<void> {
  await connection.run(`INSERT INTO fresh.dropped_hours BY NAME
    SELECT DISTINCT priceFeedId, time_bucket(INTERVAL 1 HOUR, publishedAt) AS hour
    FROM (
      SELECT priceFeedId, publishedAt FROM feed_updates
      UNION ALL
      SELECT priceFeedId, publishedAt FROM feed_faults
    ) AS held
    ANTI JOIN dropped_hours
      ON dropped_hours.priceFeedId = held.priceFeedId
      AND dropped_hours.hour = time_bucket(INTERVAL 1 HOUR, held.publishedAt)
    WHERE ${isOld(before)}`);
  await connection.run(`INSERT INTO fresh.retained (droppedAt, before, rows, rejected, coercions)
    VALUES (now(), TIMESTAMP '${before}', ${rows}, ${rejected}, ${coercions})`);
  await connection.run(recount("fresh.feed_totals", before));
  await connection.run(`UPDATE fresh.derived_state SET rows = rows - ${rows}`);
}
