import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync
} from "node:fs";
import {dirname} from "node:path";
import {type DuckDBConnection, quotedIdentifier, quotedString} from "@duckdb/node-api";
import {ownPath} from "../database/files.js";
import {withRoom} from "../database/memory.js";
import {queryRecords} from "../database/query.js";
import {attach, detach, InterruptedError, interruptible, type Store} from "../database/store.js";
import {recount} from "../derive/due.js";
import {storeVersion, todaysVersion} from "./migrate.js";
import {storageVersion, writerWaitMs} from "./open.js";

const memory = "256MB"; // while it is copied

/** What of a store is older than an instant (`before`, ISO 8601), and goes with it; `updates` are all that it holds. */
export interface Old {
  before: string;
  updates: number;
  rows: number;
  rejected: number;
  coercions: number;
}

/** What was dropped, and the size of the store's file before and after. */
export interface Dropped extends Old {
  bytesBefore: number;
  bytes: number;
}

/** What `dropOld` would drop: updates published before the hour of an instant (epoch ms), rejects and null values of then. */
export async function findOld({connection}: Store, instant: number): Promise<Old> {
  const before = hourOf(instant);
  const [found = {}] = await queryRecords(
    connection,
    `SELECT
      (SELECT count(*) FROM feed_updates) AS updates,
      (SELECT count(*) FROM feed_updates WHERE ${isOld(before)}) AS rows,
      (SELECT count(*) FROM rejected_entries SEMI JOIN (${oldResponses(before)}) USING (responseId)) AS rejected,
      (SELECT count(*) FROM coercions SEMI JOIN (${oldResponses(before)}) USING (responseId)) AS coercions`
  );
  const number = (name: string) => Number(found[name]);
  const [updates, rows] = [number("updates"), number("rows")];
  return {before, updates, rows, rejected: number("rejected"), coercions: number("coercions")};
}

/**
 * Drops the updates that were published before the hour of an instant (epoch ms), with the rejects and null values of
 * then, by a copy of the store without them that takes its place. Responses stay: they are the ledger of what was asked.
 * What is derived of those hours stays too, and nothing makes it again. Gives null, and drops nothing, where something of
 * then is not derived yet, the store is of an older version, or `signal` is aborted.
 */
export async function dropOld(store: Store, instant: number, signal?: AbortSignal): Promise<Dropped | null> {
  const {connection, path} = store;
  const bytesBefore = statSync(path).size;
  const write = async (): Promise<Old | null> => {
    const old = await findOld(store, instant);
    if (!(await isDerived(store, old.before))) return null;
    await copyTables(store, old.before);
    await noteDropped(store, old);
    return old;
  };
  const fill = () => interruptible(connection, write, signal);
  try {
    const dropped = await withRoom(connection, () => rewrite(store, fill), memory);
    return dropped && {...dropped, bytesBefore, bytes: statSync(path).size};
  } catch (error) {
    if (error instanceof InterruptedError) return null;
    throw error;
  }
}

function hourOf(instant: number): string {
  return new Date(Math.floor(instant / 3_600_000) * 3_600_000).toISOString();
}

// Of what is misdated nobody knows how old it is.
function isOld(before: string): string {
  return `publishedAt < TIMESTAMP '${before}' AND is_dated(publishedAt)`;
}

function oldResponses(before: string): string {
  return `SELECT responseId FROM responses WHERE ${isOld(before)}`;
}

// What comes meanwhile may be as old.
async function isDerived({connection}: Store, before: string): Promise<boolean> {
  if ((await storeVersion(connection)) < todaysVersion) return false;
  const late = (table: string, known: string) =>
    `SELECT 1 FROM ${table} WHERE rowid >= (SELECT ${known} FROM derived_state) AND ${isOld(before)}`;
  const due = `${late("feed_updates", "rows")} UNION ALL ${late("responses", "responses")}
    UNION ALL SELECT 1 FROM derived_stale WHERE hour < TIMESTAMP '${before}'`;
  return (await queryRecords(connection, `SELECT 1 FROM (${due}) LIMIT 1`)).length === 0;
}

async function copyTables({connection}: Store, before: string): Promise<void> {
  const sql = "SELECT table_name FROM duckdb_tables() WHERE database_name = 'store' ORDER BY table_name";
  const gone = `ANTI JOIN (${oldResponses(before)}) USING (responseId)`;
  const parts: Record<string, string> = {
    feed_updates: `WHERE publishedAt >= TIMESTAMP '${before}' OR NOT is_dated(publishedAt)`,
    superseded_updates: gone,
    rejected_entries: gone,
    coercions: gone
  };
  for (const {table_name} of await queryRecords(connection, sql)) {
    const name = quotedIdentifier(String(table_name));
    await connection.run(`INSERT INTO fresh.${name} BY NAME FROM store.${name} ${parts[String(table_name)] ?? ""}`);
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

const patienceMs = 60_000; // without its store a load cannot go on

/**
 * Puts a new file in the store's place, with the same tables, views and macros, and the rows that `fill` writes from
 * `store` into `fresh`; that alone gives space back, as DuckDB keeps the blocks of deleted rows. Others can read
 * meanwhile, and none can write. Where `fill` gives null, all stays as it was.
 */
export async function rewrite<T>({connection, path}: Store, fill: () => Promise<T | null>): Promise<T | null> {
  const attached = () =>
    queryRecords(connection, "SELECT readonly FROM duckdb_databases() WHERE database_name = 'store'");
  if ((await attached())[0]?.readonly === true) return replace(connection, path, fill);
  const again = (readOnly: boolean, waitMs: number) =>
    attach(connection, path, {readOnly, until: performance.now() + waitMs});
  // Who holds it for writing may remove, at its end, the log of the one that came in its place.
  await detach(connection);
  try {
    await again(true, writerWaitMs);
    return await replace(connection, path, fill);
  } finally {
    if ((await attached()).length > 0) await detach(connection);
    await again(false, patienceMs); // one that waited to write may have come in between
  }
}

async function replace<T>(
  connection: DuckDBConnection,
  named: string,
  fill: () => Promise<T | null>
): Promise<T | null> {
  const path = realpathSync(named); // not the link to it
  if (existsSync(`${path}.wal`)) return null; // of a process that was killed: who opens it for writing takes it in
  const temporary = ownPath(path, "tmp");
  removeBoth(temporary); // of a process that had this one's number
  try {
    await connection.run(`ATTACH ${quotedString(temporary)} AS fresh (STORAGE_VERSION '${storageVersion}');
      COPY FROM DATABASE store TO fresh (SCHEMA);`);
    const result = await fill();
    await connection.run("CHECKPOINT fresh; DETACH fresh;");
    if (result === null) return null;
    chmodSync(temporary, statSync(path).mode);
    syncFile(temporary);
    renameSync(temporary, path);
    syncFile(dirname(path)); // else what is committed from now on might go with it
    return result;
  } finally {
    await connection.run("DETACH DATABASE IF EXISTS fresh").catch(() => undefined); // a full disk: it ends with the connection
    removeBoth(temporary);
  }
}

function removeBoth(temporary: string): void {
  for (const file of [temporary, `${temporary}.wal`]) rmSync(file, {force: true});
}

function syncFile(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
