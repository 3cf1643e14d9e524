import {createHash, randomUUID} from "node:crypto";
import {type DuckDBConnection, quotedString} from "@duckdb/node-api";
import {ConfigError} from "../config/errors.js";
import type {WithStore} from "../store/access.js";
import {inOwnFolder} from "../store/database/files.js";
import {withMemory} from "../store/database/memory.js";
import {queryRecords} from "../store/database/query.js";
import {type Store, transaction} from "../store/database/store.js";
import {feeds, loads, type Table} from "../store/tables.js";
import {noteSent, writeBatch, writeFile} from "./batch.js";
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

const mostHours = 1000; // of a statement that makes bars and quality again
const memory = "256MB";

/** Begins to ship a store; `anew`: with all rows. @throws ConfigError if the store is shipped to another cluster */
export async function beginShipping({connection}: Store, cluster: string, {anew = false} = {}): Promise<void> {
  const [held] = await queryRecords(connection, "SELECT cluster FROM shipping");
  if (held !== undefined && !anew) {
    if (held.cluster === cluster) return;
    throw new ConfigError(`this store is shipped to ${held.cluster}: --again ships all of it to ${cluster} instead`);
  }
  await transaction(connection, async () => {
    await connection.run("DELETE FROM shipping; DELETE FROM unshipped; DELETE FROM unkept_hours;");
    await connection.run(`INSERT INTO shipping (cluster, startedAt) VALUES (${quotedString(cluster)}, now())`);
    await connection.run("INSERT INTO unshipped (responseId) SELECT responseId FROM responses");
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
 * Sends what a store has and its cluster lacks, in batches; a repetition adds no row twice. `keeps`: also sends feeds
 * and loads, and makes bars and quality again. `mostMs`: begins no later batch. @throws ConfigError, and as
 * `ClickHouse` does
 */
export async function ship(withStore: WithStore, server: ClickHouse, options: ShipOptions = {}): Promise<Shipped> {
  const {keeps = true, mostMs = Infinity, onProgress} = options;
  const until = performance.now() + mostMs;
  const shipped: Shipped = {responses: 0, updates: 0, hours: 0};
  return inOwnFolder(async (folder) => {
    const send = {withStore, server, folder};
    if (keeps) {
      await assertUnmixed(withStore, server);
      await sendTable(send, {...feeds, columns: feeds.columns.filter(({name}) => feedColumns.includes(name))});
    }
    for (let more = true; more && performance.now() < until; ) {
      const batch = await sendBatch(send);
      shipped.responses += batch.responses;
      shipped.updates += batch.updates;
      more = batch.more;
      onProgress?.(shipped);
    }
    if (!keeps) return shipped;
    await sendTable(send, loads);
    shipped.hours = await keepHours(send);
    await withStore(({connection}) => connection.run("UPDATE shipping SET shippedAt = now()"));
    return shipped;
  });
}

/** The columns of `feeds` that a cluster has: it has no calendar. */
export const feedColumns: readonly string[] = [
  ...["priceFeedId", "symbol", "name", "assetType", "exponent", "minChannel", "state", "fundingIntervalHours"],
  ...["description", "updatedAt"]
];

interface ShipOptions {
  keeps?: boolean;
  mostMs?: number;
  onProgress?: (shipped: Shipped) => void;
}

interface Sending {
  withStore: WithStore;
  server: ClickHouse;
  folder: string;
}

async function assertUnmixed(withStore: WithStore, server: ClickHouse): Promise<void> {
  const own = await withStore(
    ({connection}) => queryRecords(connection, "SELECT DISTINCT sandbox FROM loads WHERE rows > 0"),
    {readOnly: true}
  );
  const there = await server.rows("SELECT DISTINCT sandbox FROM loads FINAL WHERE rows > 0");
  const isSimulated = own[0]?.sandbox;
  if (isSimulated === undefined || there.every(({sandbox}) => sandbox === isSimulated)) return;
  const [has, ships] = isSimulated ? ["real", "simulated"] : ["simulated", "real"];
  throw new ConfigError(
    `${server.name} has ${has} rows, and the store ${ships} ones: they are never mixed; name another database`
  );
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

interface Sent {
  responses: number;
  updates: number;
  more: boolean;
}

// Sends the oldest responses that were not sent yet, all of one day, with their rows.
async function sendBatch({withStore, server, folder}: Sending): Promise<Sent> {
  const batch = await withStore((store) => withMemory(store.connection, () => writeBatch(store, folder), memory), {
    readOnly: true
  });
  if (batch === null) return {responses: 0, updates: 0, more: false};
  const {files, ids, between, again, more} = batch;
  const key = createHash("sha256").update(`${batch.startedAt} ${ids}`).digest("hex");
  for (const {table, columns, path, rows} of files)
    if (rows > 0) await server.insert(table, columns, path, again ? {} : {token: `${table} ${key}`});
  await withStore(({connection}) => transaction(connection, () => noteSent(connection, ids, between)));
  const rowsOf = (name: string) => files.find(({table}) => table === name)?.rows ?? 0;
  return {responses: rowsOf("responses"), updates: rowsOf("feed_updates"), more};
}

/** Has the cluster make bars and quality again of all hours that are due. Gives the number of hours. */
async function keepHours({withStore, server, folder}: Sending): Promise<number> {
  let hours = 0;
  for (;;) {
    const shipment = randomUUID();
    const columns = ["shipment", "priceFeedId", "hour"];
    const {noted, due, more} = await withStore(
      async (store) => {
        const noted = await writeFile(store, {
          folder,
          table: "noted_hours",
          columns: ["*"],
          from: `FROM (${notedHours})`
        });
        const from = `FROM (SELECT '${shipment}' AS shipment, * FROM ${quotedString(noted.path)})`;
        const all = "SELECT count(*)::DOUBLE AS hours FROM (SELECT DISTINCT * FROM unkept_hours)";
        const [held] = await queryRecords(store.connection, all);
        return {
          noted,
          due: await writeFile(store, {folder, table: "due_hours", columns, from}),
          more: Number(held?.hours) > noted.rows
        };
      },
      {readOnly: true}
    );
    if (due.rows > 0) await server.insert("due_hours", columns, due.path);
    await server.run(`INSERT INTO due_hours (${columns.join(", ")}) SELECT {shipment:String}, * FROM rescaled_hours`, {
      params: {shipment}
    });
    await makeKept(server, shipment);
    hours += due.rows;
    await withStore(({connection}) => noteKept(connection, noted.path));
    if (!more) return hours;
  }
}

// Hours of one day, as the cluster reads all hours of a feed from the first due one to the last.
const notedHours = `SELECT priceFeedId, hour, count(*) AS times FROM unkept_hours
  WHERE hour < (SELECT min(hour) FROM unkept_hours) + INTERVAL 1 DAY
  GROUP BY ALL ORDER BY hour, priceFeedId LIMIT ${mostHours}`;

// Hours that another shipment of this store noted meanwhile stay due, as the cluster may have made them without its rows.
async function noteKept(connection: DuckDBConnection, path: string): Promise<void> {
  await connection.run(`DELETE FROM unkept_hours WHERE (priceFeedId, hour) IN (
    SELECT (priceFeedId, hour)
    FROM (SELECT priceFeedId, hour, count(*) AS times FROM unkept_hours GROUP BY ALL)
    SEMI JOIN ${quotedString(path)} USING (priceFeedId, hour, times)
  )`);
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
