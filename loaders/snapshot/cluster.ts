import {rmSync} from "node:fs";
import {type DuckDBConnection, quotedString} from "@duckdb/node-api";
import {type ClickHouse, openClickHouse, schemaRemedy} from "../cluster/client.js";
import {ages, countRows, cutNames, cutRows, dayRows, hourRows, wholeRows} from "../cluster/rows.js";
import {assertVersion} from "../cluster/schema.js";
import {ConfigError, messageOf} from "../config/errors.js";
import type {Cluster} from "../config/settings.js";
import {createSql, list, sqlOf} from "../sql/list.js";
import {ownPath} from "../store/database/files.js";
import {queryRecords} from "../store/database/query.js";
import {olderFeeds} from "./content.js";
import {held} from "./parts.js";
import type {Summed, Window} from "./windows.js";

// Makes a snapshot of a cluster with the store's code. Copies rows of the cluster into temporary tables that hide the tables and
// views of an empty store; the store's other views become temporary views over these tables.

const brought = [...Object.keys(wholeRows), ...cutNames, "quality_hours", "clock_1h"];

/** Where the ages of a cluster's rows are, by table. */
export const clusterAges: Readonly<Record<string, Summed>> = {
  bars_1d: {from: "temp.ages_bars_1d", rows: "rows"},
  bars_1h: {from: "temp.ages_bars_1h", rows: "rows"},
  quality_1h: {from: "temp.ages_quality_hours", rows: "rows"},
  bars_1m: {from: "temp.ages_bars_1h", rows: "minutes"},
  prices: {from: "temp.ages_bars_1h", rows: held("received")}
};

/** A cluster that a snapshot is made of, and the connection to an empty store that gets its rows. */
export interface Source {
  connection: DuckDBConnection;
  server: ClickHouse;
  file: string;
  windows: Map<string, Window>;
  ofFeeds: string;
}

/** Gets ready to ask a cluster. Each answer is a file beside the snapshot at `path` while it is read. */
export async function openSource(
  connection: DuckDBConnection,
  cluster: Cluster,
  {path, signal}: {path: string; signal: AbortSignal | undefined}
): Promise<Source> {
  const server = await openClickHouse(cluster, signal);
  return {connection, server, file: ownPath(`${path}.answer`, "tmp"), windows: new Map(), ofFeeds: "true"};
}

/** Brings the small tables of a cluster in place of the store's, and gives its rows by table. @throws ConfigError */
export async function holdCluster(source: Source): Promise<Readonly<Record<string, number>>> {
  const {connection, server} = source;
  await assertVersion(server);
  for (const name of brought)
    await connection.run(`CREATE OR REPLACE TEMP TABLE ${name} AS FROM store.${name} LIMIT 0`);
  for (const [name, sql] of Object.entries(wholeRows)) await bring(source, name, sql);
  await bringHours(source, "none");
  await sumAges(source);
  const [row] = await server.rows(countRows);
  const {rejects, nulls, ...counts} = Object.fromEntries(
    Object.entries(row ?? {}).map(([name, rows]) => [name, Number(rows)])
  );
  const views = list.filter(({name, store}) => store === "view" && !brought.includes(name));
  const meta = `SELECT * REPLACE (${rejects}::BIGINT AS rejected, ${nulls}::BIGINT AS coercions) FROM (${sqlOf("meta")}\n)`;
  await connection.run(`${createSql("store", {of: views, temporary: true})}
    CREATE OR REPLACE TEMP VIEW meta AS ${meta};
    CREATE OR REPLACE TEMP VIEW rules AS FROM store.rules LIMIT 0; -- its rows are judged by no rule`);
  return {...counts, quality_1h: counts.quality_hours ?? 0};
}

/** Drops the temporary tables, and keeps the views. */
export async function releaseCluster(connection: DuckDBConnection): Promise<void> {
  const names = [...brought, ...Object.keys(ages).map((name) => `ages_${name}`)];
  await connection.run(names.map((name) => `DROP TABLE IF EXISTS temp.${name};`).join(" "));
}

/** Brings the ages of the rows of the feeds in `snapshot_feeds`, if these are other feeds than before. */
export async function chooseFeeds(source: Source): Promise<void> {
  const chosen = await queryRecords(
    source.connection,
    `SELECT DISTINCT priceFeedId, chosen.priceFeedId IS NOT NULL AS isChosen
    FROM feed_held LEFT JOIN snapshot_feeds AS chosen USING (priceFeedId) ORDER BY ALL`
  );
  const ids = chosen.filter(({isChosen}) => isChosen).map(({priceFeedId}) => priceFeedId);
  const ofFeeds = ids.length === chosen.length ? "true" : `priceFeedId IN (${ids.join(", ") || "NULL"})`;
  if (ofFeeds === source.ofFeeds) return;
  source.ofFeeds = ofFeeds;
  source.windows.clear();
  await sumAges(source);
}

/** Copies the missing rows of a table's window; for a window of updates also the last update of every other feed. */
export async function bringWindow(
  source: Source,
  {name, time}: {name: string; time: string},
  window: Window
): Promise<void> {
  const former = source.windows.get(name);
  if (covers(former, window)) return;
  source.windows.set(name, window);
  if (name === "quality_1h") return await bringHours(source, window);
  if (!cutNames.includes(name)) return;
  const isThere = within(time, former ?? "none");
  await source.connection.run(`DELETE FROM temp.${name} WHERE NOT (${isThere})`); // last ones of feeds
  await bring(source, name, cutRows(name, `${source.ofFeeds} AND ${within(time, window)} AND NOT (${isThere})`));
  if ((name === "prices" || name === "funding") && window !== "all") await bringLast(source, name, window);
}

function covers(held: Window | undefined, window: Window): boolean {
  if (held === undefined || window === "all") return held === "all";
  if (held === "all" || window === "none") return true;
  return held !== "none" && held.since <= window.since;
}

// The hours of a window, with their clock, and sums by day of all earlier hours, which `field_days` and `fault_examples` need.
async function bringHours(source: Source, window: Window): Promise<void> {
  const {connection} = source;
  await connection.run("TRUNCATE temp.quality_hours; TRUNCATE temp.clock_1h;");
  const isWithin = `(${source.ofFeeds} AND ${within("startedAt", window)})`;
  const sums = await queryRecords(
    connection,
    "SELECT column_name AS name FROM (DESCRIBE quality_hours) WHERE column_type = 'INTEGER' AND name <> 'catalogueExponent'"
  );
  const days = dayRows(
    `NOT ${isWithin}`,
    sums.map(({name}) => String(name))
  );
  await bring(source, "quality_hours", days);
  if (window === "none") return;
  await bring(source, "quality_hours", hourRows(isWithin));
  await bring(source, "clock_1h", `SELECT * FROM clock_1h WHERE ${within("startedAt", window)}`);
}

async function bringLast(source: Source, name: string, window: Window): Promise<void> {
  const older = await queryRecords(
    source.connection,
    `SELECT priceFeedId, strftime(lastAt, '%Y-%m-%d %H:%M:%S.%f') AS at
    FROM (${olderFeeds(name === "prices" ? name : "funding", window)})
    WHERE lastAt IS NOT NULL
    ORDER BY lastAt`
  );
  if (older.length === 0) return;
  const places = older.map(({priceFeedId, at}) => `(${priceFeedId}, '${at}')`).join(", ");
  const between = `publishedAt BETWEEN '${older[0]?.at}' AND '${older.at(-1)?.at}'`;
  await bring(source, name, cutRows(name, `${between} AND (priceFeedId, publishedAt) IN (${places})`));
}

async function sumAges(source: Source): Promise<void> {
  for (const [name, made] of Object.entries(ages)) {
    const columns = "startedAt::TIMESTAMP AS startedAt, * EXCLUDE (startedAt)";
    await ask(source, name, `SELECT startedAt, ${made} WHERE ${source.ofFeeds} GROUP BY startedAt`, (answer) =>
      source.connection.run(`CREATE OR REPLACE TEMP TABLE ages_${name} AS SELECT ${columns} FROM ${answer}`)
    );
  }
}

// As both engines read it.
function within(time: string, window: Window): string {
  if (window === "all" || window === "none") return window === "all" ? "true" : "false";
  return `${time} >= '${window.since.replace("T", " ").replace("Z", "")}'`;
}

async function bring(source: Source, name: string, sql: string): Promise<void> {
  await ask(source, name, sql, (answer) => source.connection.run(`INSERT INTO temp.${name} BY NAME FROM ${answer}`));
}

async function ask(
  {server, file}: Source,
  name: string,
  sql: string,
  use: (answer: string) => Promise<unknown>
): Promise<void> {
  try {
    await server.parquet(sql, file);
    await use(`read_parquet(${quotedString(file)})`);
  } catch (error) {
    const [problem = ""] = messageOf(error).split("\n");
    if (!/^(?:Binder|Conversion|Invalid Input) Error/.test(problem)) throw error;
    throw new ConfigError(`${name} of ${server.name} does not fit: ${problem}: ${schemaRemedy}`);
  } finally {
    rmSync(file, {force: true});
  }
}
