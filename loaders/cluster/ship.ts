import {createHash, randomUUID} from "node:crypto";
import {join} from "node:path";
import {type DuckDBConnection, quotedString} from "@duckdb/node-api";
import {ConfigError} from "../config/errors.js";
import type {WithStore} from "../store/access.js";
import {inOwnFolder} from "../store/database/files.js";
import {withMemory} from "../store/database/memory.js";
import {queryRecords} from "../store/database/query.js";
import {type Store, transaction} from "../store/database/store.js";
import {coercions, feeds, feedUpdates, loads, rejectedEntries, responses, type Table} from "../store/tables.js";
import type {ClickHouse} from "./client.js";

/** What a shipment sent: responses and updates, and feed hours whose bars and quality the cluster made again. */
export interface Shipped {
  responses: number;
  updates: number;
  hours: number;
}

/** How far a cluster is behind a store: responses that were not sent yet, and when the first of them was published. */
export interface Behind {
  cluster: string;
  responses: number;
  since: string | null;
  /** Feed hours whose bars and quality the cluster has not made again yet. */
  hours: number;
}

const mostUpdates = 200_000; // of a batch: a store is read for some tenths of a second
const mostHours = 1000; // of a statement that makes bars and quality again
const memory = "256MB";

// By response; `feed_faults` has the cluster's quality.
const byResponse: readonly Table[] = [feedUpdates, rejectedEntries, coercions, responses]; // responses last: then the rest is there

/**
 * Begins to ship a store to a cluster: from now on each commit notes its responses. Does nothing if it was begun before.
 * @throws ConfigError if the store is shipped to another cluster; `anew` begins again, with all rows
 */
export async function beginShipping({connection}: Store, cluster: string, {anew = false} = {}): Promise<void> {
  const [held] = await queryRecords(connection, "SELECT cluster FROM shipping");
  if (held !== undefined && !anew) {
    if (held.cluster === cluster) return;
    throw new ConfigError(`this store is shipped to ${held.cluster}: --again ships all of it to ${cluster} instead`);
  }
  await transaction(connection, async () => {
    await connection.run("DELETE FROM shipping; DELETE FROM unshipped; DELETE FROM unkept_hours;");
    await connection.run(`INSERT INTO shipping (cluster, startedAt) VALUES (${quotedString(cluster)}, now())`);
    await connection.run("INSERT INTO unshipped SELECT responseId FROM responses");
  });
}

/** How far the cluster of a store is behind; null if the store is not shipped. */
export async function behind({connection}: Store): Promise<Behind | null> {
  const [row] = await queryRecords(
    connection,
    `SELECT
      cluster,
      (SELECT count(*) FROM unshipped) AS responses,
      (SELECT min(publishedAt) FROM responses SEMI JOIN unshipped USING (responseId)) AS since,
      (SELECT count(*) FROM (SELECT DISTINCT * FROM unkept_hours)) AS hours
    FROM shipping`
  );
  return (row as unknown as Behind | undefined) ?? null;
}

/**
 * Sends what a store has and its cluster lacks, in batches; the store is free while one is sent. An interrupted or repeated
 * shipment adds no row twice: the cluster keeps one row per key. `keeps`: whether the cluster makes bars and quality of the
 * new hours again (default). @throws as `ClickHouse` does
 */
export async function ship(
  withStore: WithStore,
  server: ClickHouse,
  {keeps = true, onProgress}: {keeps?: boolean; onProgress?: (shipped: Shipped) => void} = {}
): Promise<Shipped> {
  const shipped: Shipped = {responses: 0, updates: 0, hours: 0};
  return inOwnFolder(async (folder) => {
    const send = {withStore, server, folder};
    await sendTable(send, feeds);
    for (;;) {
      const batch = await sendBatch(send);
      if (batch === null) break;
      shipped.responses += batch.responses;
      shipped.updates += batch.updates;
      onProgress?.(shipped);
    }
    await sendTable(send, loads);
    if (keeps) shipped.hours = await keepHours(send);
    await withStore(({connection}) => connection.run("UPDATE shipping SET shippedAt = now()"));
    return shipped;
  });
}

interface Sending {
  withStore: WithStore;
  server: ClickHouse;
  folder: string;
}

interface File {
  table: string;
  columns: string[];
  path: string;
  rows: number;
}

async function sendTable({withStore, server, folder}: Sending, {name, columns}: Table): Promise<void> {
  const names = columns.map((column) => column.name);
  const file = await withStore(
    (store) => writeFile(store, {folder, table: name, columns: names, from: `FROM ${name}`}),
    {
      readOnly: true
    }
  );
  if (file.rows > 0) await server.insert(name, names, file.path);
}

// Sends the oldest responses that were not sent yet, all of one day, with their rows; null if there are none.
async function sendBatch({withStore, server, folder}: Sending): Promise<{responses: number; updates: number} | null> {
  const batch = await withStore((store) => withMemory(store.connection, () => writeBatch(store, folder), memory), {
    readOnly: true
  });
  if (batch === null) return null;
  const {files, ids, between} = batch;
  const key = createHash("sha256").update(`${batch.startedAt} ${ids}`).digest("hex");
  for (const {table, columns, path, rows} of files)
    if (rows > 0) await server.insert(table, columns, path, {token: `${table} ${key}`});
  await withStore(({connection}) => transaction(connection, () => noteSent(connection, ids, between)));
  const rowsOf = (name: string) => files.find(({table}) => table === name)?.rows ?? 0;
  return {responses: rowsOf("responses"), updates: rowsOf("feed_updates")};
}

// What `files` hold, as constants in SQL: so DuckDB reads no other rows.
interface Batch {
  files: File[];
  /** The ids of the responses, as JSON. */
  ids: string;
  between: string;
  /** When shipping, or the repair of a cluster, began. */
  startedAt: string;
}

async function writeBatch(store: Store, folder: string): Promise<Batch | null> {
  const {connection} = store;
  await connection.run(`CREATE OR REPLACE TEMP TABLE shipment AS
    WITH waiting AS (SELECT responses.rowid AS place, * FROM responses SEMI JOIN unshipped USING (responseId))
    SELECT place, responseId, publishedAt
    FROM (
      SELECT *, sum(rows + 1) OVER (ORDER BY publishedAt, responseId) - rows AS reached
      FROM waiting
      WHERE publishedAt < (SELECT time_bucket(INTERVAL 1 DAY, min(publishedAt)) + INTERVAL 1 DAY FROM waiting)
    )
    WHERE reached <= ${mostUpdates} OR reached = (SELECT min(rows) FROM waiting)`);
  const [found] = await queryRecords(
    connection,
    `SELECT to_json(list(responseId ORDER BY responseId))::VARCHAR AS ids, min(place) AS first, max(place) AS last,
      min(publishedAt)::VARCHAR AS since, max(publishedAt)::VARCHAR AS until,
      (SELECT startedAt::VARCHAR FROM shipping) AS startedAt
    FROM shipment`
  );
  if (found?.ids == null) return null;
  const between = `publishedAt BETWEEN TIMESTAMP '${found.since}' AND TIMESTAMP '${found.until}'`;
  const files: File[] = [];
  for (const {name, columns} of byResponse) {
    const where = columns.some((column) => column.name === "publishedAt") ? `WHERE ${between}` : "";
    const from = `FROM ${name} SEMI JOIN shipment USING (responseId) ${where}`;
    files.push(await writeFile(store, {folder, table: name, columns: columns.map((column) => column.name), from}));
  }
  const faults = {
    ...{folder, table: "feed_faults"},
    columns: ["priceFeedId", "publishedAt", "kind", "responseId", "settled", "misplaced", "faults"],
    from: `FROM (
      SELECT faults.priceFeedId, faults.publishedAt, kind, responseId, bool_or(settled) AS settled,
        bool_and(misplaced) AS misplaced, count(*)::INTEGER AS faults
      FROM feed_faults AS faults
      JOIN shipment ON place = response
      WHERE response BETWEEN ${found.first} AND ${found.last} AND is_dated(faults.publishedAt)
      GROUP BY ALL
    )`
  };
  return {
    files: [await writeFile(store, faults), ...files],
    ids: String(found.ids),
    between,
    startedAt: String(found.startedAt)
  };
}

async function writeFile(
  {connection}: Store,
  {folder, table, columns, from}: Omit<File, "path" | "rows"> & {folder: string; from: string}
): Promise<File> {
  const path = join(folder, `${table}.parquet`);
  const copied = await connection.run(
    `COPY (SELECT ${columns.join(", ")} ${from}) TO ${quotedString(path)} (FORMAT parquet, COMPRESSION zstd)`
  );
  return {table, columns, path, rows: copied.rowsChanged};
}

// The responses are sent; the bars and quality of their hours are due.
async function noteSent(connection: DuckDBConnection, ids: string, between: string): Promise<void> {
  await connection.run("CREATE OR REPLACE TEMP TABLE sent AS SELECT unnest($ids::JSON::UUID[]) AS responseId", {ids});
  await connection.run(`INSERT INTO unkept_hours
    SELECT DISTINCT priceFeedId, time_bucket(INTERVAL 1 HOUR, publishedAt) AS hour
    FROM (
      SELECT priceFeedId, publishedAt FROM feed_updates SEMI JOIN sent USING (responseId) WHERE ${between}
      UNION ALL
      SELECT priceFeedId, publishedAt FROM feed_faults
      WHERE response IN (SELECT responses.rowid FROM responses SEMI JOIN sent USING (responseId))
    )
    WHERE is_dated(publishedAt);
    DELETE FROM unshipped WHERE responseId IN (FROM sent);
    DROP TABLE sent;`);
}

/** Has the cluster make bars and quality again of all hours that are due. Gives the number of hours. */
async function keepHours({withStore, server, folder}: Sending): Promise<number> {
  let hours = 0;
  for (;;) {
    const shipment = randomUUID();
    const due = `SELECT DISTINCT priceFeedId, hour FROM unkept_hours ORDER BY hour, priceFeedId LIMIT ${mostHours}`;
    const from = `FROM (SELECT '${shipment}' AS shipment, * FROM (${due}))`;
    const columns = ["shipment", "priceFeedId", "hour"];
    const file = await withStore((store) => writeFile(store, {folder, table: "due_hours", columns, from}), {
      readOnly: true
    });
    if (file.rows > 0) await server.insert("due_hours", columns, file.path);
    await server.run(`INSERT INTO due_hours (${columns.join(", ")}) SELECT {shipment:String}, * FROM rescaled_hours`, {
      params: {shipment}
    });
    await makeKept(server, shipment);
    hours += file.rows;
    await withStore(({connection}) => connection.run(`DELETE FROM unkept_hours WHERE (priceFeedId, hour) IN (${due})`));
    if (file.rows < mostHours) return hours;
  }
}

async function makeKept(server: ClickHouse, shipment: string): Promise<void> {
  const bars = "INSERT INTO kept_bars SELECT {step:String}, *, now64(9)";
  for (const [step, seconds] of [
    ["1m", 60],
    ["1h", 3600]
  ] as const)
    await server.run(`${bars} FROM due_bars(shipment = {shipment:String}, seconds = {seconds:UInt32})`, {
      params: {step, shipment, seconds}
    });
  await server.run(
    "INSERT INTO kept_bars (* EXCEPT (spreadBins, madeAt)) SELECT '1d', * EXCEPT bins FROM due_days(shipment = {shipment:String})",
    {params: {shipment}}
  );
  await server.run("INSERT INTO kept_hours SELECT *, now64(9) FROM due_quality(shipment = {shipment:String})", {
    params: {shipment}
  });
}
