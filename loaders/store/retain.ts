import {chmodSync, existsSync, realpathSync, renameSync, statSync} from "node:fs";
import {dirname} from "node:path";
import {type DuckDBConnection, quotedIdentifier, quotedString} from "@duckdb/node-api";
import {recount} from "../sql/due.js";
import {ownPath, removeDatabase, syncFile} from "./database/files.js";
import {withMemory} from "./database/memory.js";
import {queryRecords} from "./database/query.js";
import {attach, detach, InterruptedError, interruptible, type Store} from "./database/store.js";
import {storageVersion, writerWaitMs} from "./open.js";

const patienceMs = 60_000; // to get the store back: without it the load fails
const memory = "256MB"; // for DuckDB while the store is copied

/** Counts of rows older than an instant (`before`, ISO 8601), and of all updates in the store. */
export interface Old {
  before: string;
  updates: number;
  rows: number;
  rejected: number;
  coercions: number;
  /** Updates that are old, too, and stay until they are shipped. */
  waiting: number;
}

/** What is dropped: `unshipped`, also of hours whose responses are not shipped yet. */
export interface DropOptions {
  unshipped?: boolean;
  signal?: AbortSignal;
}

/** The counts of dropped rows, and the size of the store's file before and after. */
export interface Dropped extends Old {
  bytesBefore: number;
  bytes: number;
}

/** Counts the rows that `dropOld` would drop. */
export async function findOld(
  {connection}: Store,
  instant: number,
  {unshipped = false}: DropOptions = {}
): Promise<Old> {
  const waiting = "FROM responses SEMI JOIN unshipped USING (responseId) WHERE is_dated(publishedAt)";
  const [first] = await queryRecords(connection, `SELECT epoch_ms(min(publishedAt))::DOUBLE AS at ${waiting}`);
  const old = hourOf(instant);
  const before = unshipped || first?.at == null ? old : hourOf(Math.min(instant, Number(first.at)));
  const [found] = await queryRecords(
    connection,
    `SELECT
      '${before}' AS before,
      (SELECT count(*) FROM feed_updates WHERE ${isOld(old)} AND publishedAt >= TIMESTAMP '${before}') AS waiting,
      (SELECT count(*) FROM feed_updates) AS updates,
      (SELECT count(*) FROM feed_updates WHERE ${isOld(before)}) AS rows,
      (SELECT count(*) FROM rejected_entries SEMI JOIN (${oldResponses(before)}) USING (responseId)) AS rejected,
      (SELECT count(*) FROM coercions SEMI JOIN (${oldResponses(before)}) USING (responseId)) AS coercions`
  );
  return found as unknown as Old;
}

/**
 * Drops updates published before the hour of an instant (epoch ms), with their rejects and coercions. Keeps responses, which
 * show the requested instants, and derived rows. Gives null if an old hour is not derived yet, or `signal` is aborted.
 */
export async function dropOld(store: Store, instant: number, options: DropOptions = {}): Promise<Dropped | null> {
  const {connection} = store;
  const bytesBefore = statSync(store.path).size;
  const write = async (): Promise<Old | null> => {
    const old = await findOld(store, instant, options);
    if (!(await isDerived(store, old.before))) return null;
    await copyTables(store, old.before);
    await noteDropped(store, old);
    return old;
  };
  const fill = () => interruptible(connection, write, options.signal);
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

/**
 * Replaces the store's file by one with the same tables, views and macros, and the rows that `fill` copies from `store` into
 * `fresh`, as DuckDB keeps the blocks of deleted rows. If `fill` gives null, the store stays unchanged.
 */
export async function rewrite<T>({connection, path}: Store, fill: () => Promise<T | null>): Promise<T | null> {
  const sql = "SELECT readonly FROM duckdb_databases() WHERE database_name = 'store'";
  const attached = () => queryRecords(connection, sql);
  if ((await attached())[0]?.readonly === true) return replace(connection, path, fill);
  const again = (readOnly: boolean, waitMs: number) =>
    attach(connection, path, {readOnly, until: performance.now() + waitMs});
  // Detached first: on closing, a writable connection may remove the log of the file that replaced its own.
  await detach(connection);
  try {
    await again(true, writerWaitMs);
    return await replace(connection, path, fill);
  } finally {
    if ((await attached()).length > 0) await detach(connection);
    await again(false, patienceMs); // another writer may have taken the store meanwhile
  }
}

async function replace<T>(
  connection: DuckDBConnection,
  named: string,
  fill: () => Promise<T | null>
): Promise<T | null> {
  const path = realpathSync(named); // of the file, if the store is a link
  if (existsSync(`${path}.wal`)) return null; // the log of a killed process; the next writer adds it to the file
  const temporary = ownPath(path, "tmp");
  removeDatabase(temporary); // of an earlier process with the same id
  try {
    await connection.run(`ATTACH ${quotedString(temporary)} AS fresh (STORAGE_VERSION '${storageVersion}');
      COPY FROM DATABASE store TO fresh (SCHEMA);`);
    const result = await fill();
    await connection.run("CHECKPOINT fresh; DETACH fresh;");
    if (result === null) return null;
    chmodSync(temporary, statSync(path).mode);
    syncFile(temporary);
    renameSync(temporary, path);
    syncFile(dirname(path)); // else a power failure could undo the rename, and lose later commits
    return result;
  } finally {
    await connection.run("DETACH DATABASE IF EXISTS fresh").catch(() => undefined); // on a full disk this fails; closing the connection detaches it
    removeDatabase(temporary);
  }
}
