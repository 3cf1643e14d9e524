import {rmSync} from "node:fs";
import {type DuckDBConnection, quotedString} from "@duckdb/node-api";
import {type ClickHouse, schemaRemedy} from "../cluster/client.js";
import {ConfigError, messageOf} from "../config/errors.js";
import {sqlOf} from "../sql/list.js";
import {queryRecords} from "../store/database/query.js";
import {olderFeeds} from "./content.js";
import {held} from "./parts.js";
import type {Summed, Window} from "./windows.js";

// The feeds, updates, bars, sessions and rates of a cluster, as temporary tables behind temporary views that hide the store's. How loads went, and quality, stay those of the store. The SQL that is sent is plain enough for any engine: columns of
// a table where a time is late enough.

const wholeTables = ["feeds", "feed_held", "sessions", "funding_runs"];
const cutTables = ["bars_1d", "bars_1h", "bars_1m", "prices", "funding"];
// Rows of all feeds by time, which tell the ages of rows.
const ageSums: Readonly<Record<string, string>> = {
  bars_1d: "count(*) AS bars",
  bars_1h:
    "count(*) AS bars, sum(least(60, updates + carriedForward)) AS minutes, sum(updates + carriedForward) AS received"
};
// Views of the store that read those tables. Rates end with the last update, which is the cluster's.
const derivedViews = ["funding_intervals", "funding_1h", "funding_1d", "feed_states"] as const;

const mostInList = 2000; // feeds with their times in a query
const mostText = 250_000; // of a list of feeds, as ClickHouse reads 256 kB of a query

/** Where the ages of a cluster's rows are, by table. */
export const clusterAges: Readonly<Record<string, Summed>> = {
  bars_1d: {from: "temp.cluster_sums_bars_1d", rows: "bars"},
  bars_1h: {from: "temp.cluster_sums_bars_1h", rows: "bars"},
  bars_1m: {from: "temp.cluster_sums_bars_1h", rows: "minutes"},
  prices: {from: "temp.cluster_sums_bars_1h", rows: held("received")}
};

interface Column {
  name: string;
  type: string;
}

/** A cluster that a snapshot is made of, and the connection to a store that gets its rows. */
export interface Source {
  connection: DuckDBConnection;
  server: ClickHouse;
  /** Where an answer lies while it is read. */
  file: string;
  /** Columns of its tables, as the store has them. */
  columns: Map<string, Column[]>;
  /** The windows that are there already, by table. */
  brought: Map<string, Window>;
  /** The condition that rows are of the snapshot's feeds. */
  ofFeeds: string;
}

/** What holds for the market of a cluster as a whole. */
export interface Market {
  /** Rows that the cluster has, by table. */
  counts: Readonly<Record<string, number>>;
  simulated: boolean;
  /** Feeds with updates of which the store knows no quality, as it did not load them. */
  unjudged: number;
}

/**
 * Brings the small tables of a cluster, and counts the rows of the others. Then the connection has its market in place of the
 * store's. @throws ConfigError if real and simulated rows would be mixed, or a table is not as the store's
 */
export async function holdMarket(source: Source): Promise<Market> {
  const {connection} = source;
  await releaseMarket(connection);
  source.ofFeeds = "true";
  source.brought.clear();
  const simulated = await readOrigin(source);
  for (const name of [...wholeTables, ...cutTables]) {
    const sql = `SELECT column_name AS name, column_type AS type FROM (DESCRIBE ${name})`;
    source.columns.set(name, (await queryRecords(connection, sql)) as unknown as Column[]);
    await makeEmpty(source, name);
  }
  for (const name of wholeTables) await add(source, name, "true");
  await sumAges(source);
  const rowsOf = (name: string) => firstNumber(connection, `SELECT sum(bars) FROM temp.cluster_sums_${name}`);
  const counts = {
    ...{bars_1d: await rowsOf("bars_1d"), bars_1h: await rowsOf("bars_1h")},
    bars_1m: await asked(source, "bars_1m", "SELECT count(*) AS found FROM bars_1m")
  };
  const views = [...wholeTables, ...cutTables].map((name) => [name, `FROM temp.cluster_${name}`]);
  const derived = derivedViews.map((name) => [name, sqlOf(name)]);
  const create = [...views, ...derived].map(([name, sql]) => `CREATE OR REPLACE TEMP VIEW ${name} AS ${sql}\n;`);
  await connection.run(create.join(" "));
  const judged = "SELECT DISTINCT priceFeedId FROM quality_hours";
  const unjudged = `SELECT count(DISTINCT priceFeedId) FROM feed_held ANTI JOIN (${judged}) USING (priceFeedId) WHERE dated`;
  return {counts, simulated, unjudged: await firstNumber(connection, unjudged)};
}

/** Drops what was brought: a connection that goes on has the store's own market again. */
export async function releaseMarket(connection: DuckDBConnection): Promise<void> {
  const views = [...wholeTables, ...cutTables, ...derivedViews].map((name) => `DROP VIEW IF EXISTS temp.${name};`);
  const tables = [...wholeTables, ...cutTables, ...Object.keys(ageSums).map((name) => `sums_${name}`)];
  await connection.run([...views, ...tables.map((name) => `DROP TABLE IF EXISTS temp.cluster_${name};`)].join(" "));
}

/** Brings the ages of the rows of the feeds in `snapshot_feeds`, if these are other feeds than before. */
export async function chooseFeeds(source: Source): Promise<void> {
  const {connection} = source;
  const ofFeeds = feedsCondition(await heldFeeds(connection, "SEMI"), await heldFeeds(connection, "ANTI"));
  if (ofFeeds === source.ofFeeds) return;
  source.ofFeeds = ofFeeds;
  source.brought.clear();
  await sumAges(source);
}

/**
 * The condition that a row is of the chosen feeds and none of the others, by the shorter list of the two.
 * @throws ConfigError if both are too long for a query
 */
function feedsCondition(chosen: readonly string[], others: readonly string[]): string {
  if (others.length === 0) return "true";
  const [isIn, ids] = chosen.length > others.length ? ["NOT IN", others] : ["IN", chosen];
  const text = `priceFeedId ${isIn} (${ids.join(", ") || "NULL"})`;
  if (text.length <= mostText) return text;
  throw new ConfigError(
    `the snapshot has room for ${chosen.length} of ${chosen.length + others.length} feeds, too many to name in a query: ` +
      "change snapshot.budgetBytes"
  );
}

async function heldFeeds(connection: DuckDBConnection, join: "SEMI" | "ANTI"): Promise<string[]> {
  const sql = `SELECT DISTINCT priceFeedId FROM feed_held ${join} JOIN snapshot_feeds USING (priceFeedId) ORDER BY ALL`;
  return (await queryRecords(connection, sql)).map(({priceFeedId}) => String(priceFeedId));
}

/** Brings a window of a table's rows, unless it is there, and with a window of updates the last ones of all other feeds. */
export async function bringWindow(
  source: Source,
  {name, time}: {name: string; time: string},
  window: Window
): Promise<void> {
  if (!cutTables.includes(name) || covers(source.brought.get(name), window)) return;
  await makeEmpty(source, name);
  const since = window === "all" ? "true" : window === "none" ? null : `${time} >= '${plainTime(window.since)}'`;
  if (since !== null) await add(source, name, `${source.ofFeeds} AND ${since}`);
  if ((name === "prices" || name === "funding") && window !== "all") await addLast(source, name, window);
  source.brought.set(name, window);
}

function covers(held: Window | undefined, window: Window): boolean {
  if (held === undefined || window === "all") return held === "all";
  if (held === "all" || window === "none") return true;
  return held !== "none" && held.since <= window.since;
}

async function addLast(source: Source, name: "prices" | "funding", window: Window): Promise<void> {
  const older = await queryRecords(
    source.connection,
    `SELECT priceFeedId, strftime(lastAt, '%Y-%m-%d %H:%M:%S.%f') AS at
    FROM (${olderFeeds(name, window)})
    WHERE lastAt IS NOT NULL
    ORDER BY lastAt`
  );
  for (let i = 0; i < older.length; i += mostInList) {
    const some = older.slice(i, i + mostInList);
    const places = some.map(({priceFeedId, at}) => `(${priceFeedId}, '${at}')`).join(", ");
    const between = `publishedAt BETWEEN '${some[0]?.at}' AND '${some.at(-1)?.at}'`;
    await add(source, name, `${between} AND (priceFeedId, publishedAt) IN (${places})`);
  }
}

// As every engine reads it.
function plainTime(iso: string): string {
  return iso.replace("T", " ").replace("Z", "");
}

// Whether the cluster's rows are simulated. Of many responses, reads those of the sandbox only.
async function readOrigin(source: Source): Promise<boolean> {
  const loads = await asked(source, "loads", "SELECT count(*) AS found FROM loads WHERE sandbox");
  const simulated =
    loads > 0 &&
    (await asked(
      source,
      "responses",
      `SELECT count(*) AS found FROM (
        SELECT loadId FROM responses WHERE entries > 0 AND loadId IN (SELECT loadId FROM loads WHERE sandbox) LIMIT 1
      ) AS simulated`
    )) > 0;
  const [own] = await queryRecords(source.connection, "SELECT simulated FROM meta WHERE updates > 0");
  if (own === undefined || own.simulated === simulated) return simulated;
  const [there, here] = simulated ? ["simulated", "real"] : ["real", "simulated"];
  throw new ConfigError(
    `${source.server.name} has ${there} rows, and the store ${here} ones, which are never mixed: name another store`
  );
}

async function sumAges(source: Source): Promise<void> {
  for (const [name, made] of Object.entries(ageSums)) {
    const sql = `SELECT startedAt, ${made} FROM ${name} WHERE ${source.ofFeeds} GROUP BY startedAt`;
    const columns = `startedAt::TIMESTAMP AS startedAt, * EXCLUDE (startedAt)`;
    await ask(source, {name, sql}, (answer) =>
      source.connection.run(`CREATE OR REPLACE TEMP TABLE cluster_sums_${name} AS SELECT ${columns} FROM ${answer}`)
    );
  }
}

async function makeEmpty({connection, columns}: Source, name: string): Promise<void> {
  const list = (columns.get(name) ?? []).map((column) => `${column.name} ${column.type}`);
  await connection.run(`CREATE OR REPLACE TEMP TABLE cluster_${name} (${list.join(", ")})`);
}

// Ids of responses and bins of spreads are in no snapshot.
function isWanted({name, type}: Column): boolean {
  return !["responseId", "entryIndex"].includes(name) && !type.startsWith("MAP");
}

async function add(source: Source, name: string, condition: string): Promise<void> {
  const columns = source.columns.get(name) ?? [];
  const wanted = columns.filter(isWanted).map((column) => column.name);
  const values = columns.map((column) => `${isWanted(column) ? column.name : "NULL"}::${column.type}`);
  const sql = `SELECT ${wanted.join(", ")} FROM ${name} WHERE ${condition}`;
  await ask(source, {name, sql}, (answer) =>
    source.connection.run(`INSERT INTO temp.cluster_${name} SELECT ${values.join(", ")} FROM ${answer}`)
  );
}

function asked(source: Source, name: string, sql: string): Promise<number> {
  return ask(source, {name, sql}, (answer) => firstNumber(source.connection, `SELECT found FROM ${answer}`));
}

async function ask<T>(
  {server, file}: Source,
  {name, sql}: {name: string; sql: string},
  use: (answer: string) => Promise<T>
): Promise<T> {
  try {
    await server.parquet(sql, file);
    return await use(`read_parquet(${quotedString(file)})`);
  } catch (error) {
    const [problem = ""] = messageOf(error).split("\n");
    if (!/^(?:Binder|Conversion|Invalid Input) Error/.test(problem)) throw error;
    throw new ConfigError(`${name} of ${server.name} does not fit: ${problem}: ${schemaRemedy}`);
  } finally {
    rmSync(file, {force: true});
  }
}

async function firstNumber(connection: DuckDBConnection, sql: string): Promise<number> {
  const [row] = await queryRecords(connection, sql);
  return Number(Object.values(row ?? {})[0] ?? 0);
}
